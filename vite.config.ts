/** The web application's build: to dist/web, hashed and split so that a screen's code is fetched when it is first opened. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const server = `http://127.0.0.1:${process.env.PORT ?? "3000"}`;

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in its place for every page.
  html: { cspNonce: "%CSP_NONCE%" },
  define: { "import.meta.env.VITE_RELEASE": JSON.stringify(version) },
  resolve: {
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL("src/platform/web/no-jit.web.ts", import.meta.url)) }],
  },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    // Read by `npm run bench`, which weighs the first pages.
    manifest: true,
    // Inlined pictures and fonts would need a wider policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // A contract only declares: who takes one declaration of it need not carry the others, nor those that it hands on.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\.contract\.ts$/, sideEffects: false }] } },
  },
  server: {
    port: 5173,
    strictPort: true,
    // Everything that is not the application's own source is the server's; a page is the application's.
    proxy: {
      "^/(?!src/|node_modules/|assets/|@|vorder\\.svg|index\\.html)": {
        target: server,
        bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
      },
    },
  },
});
