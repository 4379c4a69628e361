// How long a speech is: the mirror of words() in src/dissoi/record/text.py, which holds speeches to their limits.

const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/g; // Thai and Lao, kana, Han
const LETTER = /[\p{L}\p{N}]/u;

/** Runs between white space that hold a letter, and each character of scripts that are written without spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const run of text.split(/\s+/)) {
    const alone = run.match(UNSPACED)?.length ?? 0;
    count += alone + (LETTER.test(alone ? run.replace(UNSPACED, "") : run) ? 1 : 0);
  }
  return count;
}

const SENTENCE = /[\s\S]*?(?:[.!?।]+["'”’)\]]*(?=\s)|[。！？]["”’」』]*)/gy;

/** The whole sentences at the beginning of `text`, and how many characters they take. */
export function wholeSentences(text: string): { readonly sentences: string[]; readonly length: number } {
  const found = [...text.matchAll(SENTENCE)];
  const last = found.at(-1);
  const length = last ? last.index + last[0].length : 0;
  return { sentences: found.map(([sentence]) => sentence.trim()).filter(Boolean), length };
}
