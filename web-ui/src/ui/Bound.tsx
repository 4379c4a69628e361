// A sentence whose scores, such as 12–9, stay on one line.

const SCORE = /(\d+(?:[.]\d+)?(?:–\d+(?:[.]\d+)?)+)/;

export function Bound({ text }: { text: string }) {
  return text.split(SCORE).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
