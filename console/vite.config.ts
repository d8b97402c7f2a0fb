/** Builds the console into dist/console: hashed assets, no inline script or style, every address relative to the page. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  logLevel: 'error',
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // The first that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page allows no data: script, and small files cost little in one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npx vite console` beside a running service: hot reload for whoever works on the console.
  server: { proxy: { '/graphql': process.env.BANK_URL ?? 'http://localhost:4000' } },
});
