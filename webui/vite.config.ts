import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const pages = ['index', 'phone', 'referee', 'hall', 'public', 'check', 'match', 'signin', 'rules', 'draw'];

export default defineConfig({
  base: '/',
  // A page must run on phones of five years ago and older browsers inside messengers.
  build: {
    target: 'es2017',
    cssTarget: ['chrome61', 'safari11'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The content security policy allows data: for pictures only.
    assetsInlineLimit: 0,
    rollupOptions: { input: pages.map((name) => resolve(import.meta.dirname, `${name}.html`)) },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: { environment: 'happy-dom', include: ['test/**/*.test.{ts,tsx}'] },
});
