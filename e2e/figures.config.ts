import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** npm run figures: how long a person waits on the built product, by the browser's own measurements. */
export default defineConfig({
  ...stories,
  testDir: './figures',
  outputDir: '../test-results/figures',
  // One page at a time: two would distort each other's measurements.
  workers: 1,
  // With animations, as most people see them.
  use: { ...stories.use, contextOptions: {}, trace: 'off', screenshot: 'off' },
  timeout: 600_000,
  reporter: [['list'], ['./figures/reporter.ts']],
  projects: [{ name: 'one process' }],
});
