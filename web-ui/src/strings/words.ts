// Small words that several screens share: numbers with nouns, money.

export function count(number: number, noun: string, nouns: string = `${noun}s`): string {
  return `${number.toLocaleString("en-GB")} ${number === 1 ? noun : nouns}`;
}

/** US dollars: two places, more for small sums so that none becomes $0.00; what costs nothing is free. */
export function dollars(amount: string | number): string {
  const value = Number(amount);
  if (value === 0) return "free";
  if (value < 0.0001) return "under $0.0001";
  const places = value >= 0.1 ? 2 : value >= 0.001 ? 3 : 4;
  return `$${value.toFixed(places)}`;
}
