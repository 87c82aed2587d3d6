import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** npm run screens: a picture of every path and its main states, in English (`en`) and Hindi (`hi`). */
export default defineConfig({
  ...stories,
  testDir: './screens',
  outputDir: '../test-results/screens',
  timeout: 600_000,
  reporter: [['list']],
  projects: [{ name: 'en' }, { name: 'hi' }],
});
