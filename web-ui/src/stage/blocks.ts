// Markdown cut into its top-level blocks, so that a speech which grows re-renders its last block only. A block, once
// another follows it, never changes. Not here: how a block looks (Blocks.tsx).

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** The last line may still become an item of the list before it. */
const PERHAPS = /^ {0,3}\d{1,9}$/;
const INDENTED = /^(?: {2,}|\t)/;
/** A definition of a link or footnote: Markdown would swallow it, and a reader must see all that judges saw. */
const DEFINITION = /^( {0,3})(\[[^\]]+\]:)/;

interface Fence {
  readonly mark: string;
  readonly size: number;
}

function opened(line: string): Fence | null {
  const [, run = "", info = ""] = FENCE.exec(line) ?? [];
  const mark = run.charAt(0);
  return run && !(mark === "`" && info.includes("`")) ? { mark, size: run.length } : null;
}

function closes(line: string, fence: Fence): boolean {
  const [, run = "", info = ""] = FENCE.exec(line) ?? [];
  return run.startsWith(fence.mark) && run.length >= fence.size && !info.trim();
}

const LONG = 20_000;
const MARKS = 3000;
const DEEP = 40;
const MARK = /[*_~`[\]<>()|&\\!#$@]/g;
const NESTED = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const LEVEL = />|[-*+]|\d+[.)]/g;

/** Whether Markdown draws the block soon: what nobody wrote for readers (10,000 quotes in each other) stays plain. */
export function isTame(block: string): boolean {
  if (block.length > LONG || (block.match(MARK)?.length ?? 0) > MARKS) return false;
  return block.split("\n").every((line) => (NESTED.exec(line)?.[0].match(LEVEL)?.length ?? 0) <= DEEP);
}

/** The top-level blocks of `text` in order: paragraphs, whole lists, whole tables, whole code. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: Fence | null = null;
  let list = false;
  let blank = false;
  const end = () => {
    if (lines.some((line) => line.trim())) blocks.push(lines.join("\n").trimEnd());
    lines = [];
    list = false;
  };
  const all = text.split("\n");
  for (const [at, line] of all.entries()) {
    if (fence) {
      lines.push(line);
      if (closes(line, fence)) fence = null;
      blank = false;
      continue;
    }
    const empty = !line.trim();
    const item: boolean = ITEM.test(line) || (list && at === all.length - 1 && PERHAPS.test(line));
    if (blank && !empty && !(list && (item || INDENTED.test(line)))) end();
    if (!lines.length && !empty) list = item;
    if (!empty || lines.length) lines.push(line.replace(DEFINITION, "$1\\$2"));
    fence = opened(line);
    blank = empty;
  }
  end();
  return blocks;
}
