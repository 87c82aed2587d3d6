import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** npm run screens: a picture of every path and its main states. */
export default defineConfig({
  ...stories,
  testDir: './screens',
  outputDir: '../test-results/screens',
  timeout: 600_000,
  reporter: [['list']],
  projects: [{ name: 'one process' }],
});
