// Maps from the wire are keyed by names that people and logs give, such as "constructor": what objects have by birth is
// no entry of theirs.

/** The entry of that name, if the map itself has one. */
export function own<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
