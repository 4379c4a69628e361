// How the page is built, served while it is worked on, and tested. No inline script or style ever: the server's CSP
// refuses them.
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = "127.0.0.1:8321";

export default defineConfig({
  base: "/",
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      // Its build for browsers decodes &amp; by innerHTML, which trusted types refuse: any such speech broke the page.
      "decode-named-character-reference": fileURLToPath(
        new URL("./node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
    },
  },
  server: {
    proxy: {
      "/api": { target: `http://${server}` },
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  build: {
    outDir: "../src/dissoi/web/static",
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    manifest: "chunks.json",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: "markdown",
              test: /node_modules[\\/](react-markdown|remark-|mdast-|micromark|unist-|unified|vfile|hast-|property-information|decode-named|character-entities)/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    setupFiles: ["src/testing.ts"],
  },
});
