// How much script a live debate needs before it can be used: the entry, the Live screen and all that they import at
// once, compressed as it is sent. Exits 1 above the limit. Needs a build.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 200 * 1024;
const CHUNK_LIMIT = 140 * 1024;
const folder = new URL("../../src/dissoi/web/static/", import.meta.url);
const chunks = JSON.parse(readFileSync(new URL("chunks.json", folder), "utf8"));
const size = (file) => gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length;

const needed = new Set();
const take = (key) => {
  if (needed.has(key)) return;
  needed.add(key);
  for (const other of chunks[key].imports ?? []) take(other);
};
take("index.html");
take("src/screens/Live.tsx");

const rows = Object.entries(chunks)
  .filter(([, { file }]) => file.endsWith(".js"))
  .map(([key, { file }]) => ({ file, bytes: size(file), now: needed.has(key) }))
  .sort((a, b) => b.now - a.now || b.bytes - a.bytes);
const total = rows.filter(({ now }) => now).reduce((sum, { bytes }) => sum + bytes, 0);
const kb = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} kB`;
for (const { file, bytes, now } of rows) console.log(`${kb(bytes)}  ${now ? "at once" : "later  "}  ${file}`);
console.log(`${kb(total)}  before a live debate can be used (limit ${LIMIT / 1024} kB)`);
const fat = rows.filter(({ now, bytes }) => !now && bytes > CHUNK_LIMIT);
for (const { file } of fat) console.log(`${file} is above the limit of a later chunk (${CHUNK_LIMIT / 1024} kB)`);
process.exit(total > LIMIT || fat.length ? 1 : 0);
