import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: `${import.meta.dirname}/programs.ts`,
    // One kiosk and one browser at a time: the tests measure patience, not load.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    bail: 1,
  },
});
