// Structural sharing: a snapshot that says what we knew already changes nothing on the page.

type Json = Record<string, unknown>;

/** `next`, with every part that equals its counterpart in `prev` replaced by that counterpart. */
export function share<T>(prev: unknown, next: T): T {
  if (Object.is(prev, next)) return next;
  if (typeof prev !== "object" || typeof next !== "object" || !prev || !next) return next;
  if (Array.isArray(prev) !== Array.isArray(next)) return next;
  const [old, fresh] = [prev as Json, next as Json];
  const keys = Object.keys(fresh);
  const merged: Json = Array.isArray(next) ? ([] as unknown as Json) : {};
  let same = keys.length === Object.keys(old).length;
  for (const key of keys) {
    merged[key] = share(old[key], fresh[key]);
    same &&= key in old && Object.is(merged[key], old[key]);
  }
  return (same ? prev : merged) as T;
}
