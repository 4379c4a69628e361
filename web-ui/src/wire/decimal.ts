// Money as Python's decimal adds and writes it (28 digits, halves to even), so that page, terminal and export show the
// same figures. Source: the General Decimal Arithmetic specification. Only what sums of costs need.

const PRECISION = 28;
const FORM = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

interface Decimal {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly exponent: number;
}

function parse(text: string): Decimal {
  const found = FORM.exec(text.trim().replaceAll("_", ""));
  if (!found) throw new RangeError(`Not a decimal number: ${text.slice(0, 40)}`);
  const [, sign, whole = "", part, bare, power] = found;
  const fraction = part ?? bare ?? "";
  return {
    negative: sign === "-",
    digits: BigInt(whole + fraction),
    exponent: Number(power ?? 0) - fraction.length,
  };
}

function size(digits: bigint): number {
  return digits.toString().length;
}

/** `digits` / 10^`drop`, a half to the even neighbour. */
function shorten(digits: bigint, drop: number): bigint {
  const unit = 10n ** BigInt(drop);
  const [whole, rest] = [digits / unit, (digits % unit) * 2n];
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

function rounded(value: Decimal): Decimal {
  const drop = size(value.digits) - PRECISION;
  if (drop <= 0) return value;
  const digits = shorten(value.digits, drop);
  return rounded({ ...value, digits, exponent: value.exponent + drop });
}

/** The exponent of `value` changed to `exponent`: zeros are added, or digits rounded away. */
function rescaled(value: Decimal, exponent: number): Decimal {
  if (value.digits === 0n) return { ...value, exponent };
  const by = value.exponent - exponent;
  const digits = by >= 0 ? value.digits * 10n ** BigInt(by) : shorten(value.digits, -by);
  return { ...value, digits, exponent };
}

/** A number too small to matter beside a much larger one becomes a 1 just below the last place that is kept. */
function near(small: Decimal, large: Decimal): Decimal {
  const last = large.exponent + Math.min(-1, size(large.digits) - PRECISION - 2);
  return size(small.digits) + small.exponent - 1 < last ? { ...small, digits: 1n, exponent: last } : small;
}

function sum(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  if (a.digits === 0n && b.digits === 0n) return { negative: a.negative && b.negative, digits: 0n, exponent };
  if (a.digits === 0n) return rounded(rescaled(b, Math.max(exponent, b.exponent - PRECISION - 1)));
  if (b.digits === 0n) return rounded(rescaled(a, Math.max(exponent, a.exponent - PRECISION - 1)));
  const [large, small] = a.exponent >= b.exponent ? [a, near(b, a)] : [b, near(a, b)];
  const common = Math.min(large.exponent, small.exponent);
  const [x, y] = [rescaled(large, common), rescaled(small, common)];
  const total = (x.negative ? -x.digits : x.digits) + (y.negative ? -y.digits : y.digits);
  return rounded({ negative: total < 0n, digits: total < 0n ? -total : total, exponent: common });
}

function write({ negative, digits, exponent }: Decimal): string {
  const text = digits.toString();
  const left = exponent + text.length;
  const point = exponent <= 0 && left > -6 ? left : 1;
  const sign = negative ? "-" : "";
  const power = left === point ? "" : `E${left - point < 0 ? "-" : "+"}${Math.abs(left - point)}`;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${text}${power}`;
  if (point >= text.length) return `${sign}${text}${"0".repeat(point - text.length)}${power}`;
  return `${sign}${text.slice(0, point)}.${text.slice(point)}${power}`;
}

/** `text` as Python writes that number. Throws `RangeError` if it is none. */
export function decimal(text: string | number): string {
  return write(parse(String(text)));
}

/** The sum of two decimal numbers, as Python writes it. */
export function add(a: string | number, b: string | number): string {
  return write(sum(parse(String(a)), parse(String(b))));
}

/** Whether the number is 0, of any sign and with any number of places. */
export function isZero(text: string | number): boolean {
  return parse(String(text)).digits === 0n;
}
