import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** npm run pictures: the README's pictures, in docs/images. */
export default defineConfig({
  ...stories,
  testDir: './pictures',
  outputDir: '../test-results/pictures',
  reporter: [['list']],
  projects: [{ name: 'one process' }],
});
