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
    // The first versions with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page forbids data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npx vite console` with a running service reloads changed code.
  server: { proxy: { '/graphql': process.env.BANK_URL ?? 'http://localhost:4000' } },
});
