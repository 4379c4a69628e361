// Text of models and people, block by block: only a block that changed renders again. How Markdown is drawn is loaded
// beside the first words, which stand plain until then: so do turns far from the eye, for searching and printing.
import { memo, useMemo, useSyncExternalStore } from "react";
import { isTame, splitBlocks } from "./blocks";

type Drawn = typeof import("./Markdown").Block;

let drawn: Drawn | null = null;
const waiting = new Set<() => void>();

/** Resolves when Markdown can be drawn. Where it cannot be loaded, words stay plain, which loses nothing. */
export const drawing: Promise<void> = import("./Markdown").then(
  ({ Block }) => {
    drawn = Block;
    for (const tell of waiting) tell();
  },
  () => undefined,
);

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

function Plain({ text }: { text: string }) {
  return (
    <div className="block-of-text whitespace-pre-line" dir="auto">
      <p dir="auto">{text}</p>
    </div>
  );
}

interface BlocksProps {
  text: string;
  plain?: boolean;
}

export const Blocks = memo(function Blocks({ text, plain = false }: BlocksProps) {
  const Block = useSyncExternalStore(subscribe, () => drawn);
  const blocks = useMemo(() => splitBlocks(text), [text]);
  return blocks.map((block, at) => {
    const Each = plain || !Block || !isTame(block) ? Plain : Block;
    // Blocks only ever grow at the end, so their place is their name.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Each key={at} text={block} />;
  });
});
