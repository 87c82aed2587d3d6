import { defineConfig } from '@playwright/test';
import type { SetUp } from './clinic/story.ts';

/** Browser stories on the built product. */
export default defineConfig<object, { setUp: SetUp }>({
  testDir: './stories',
  outputDir: '../test-results/stories',
  // One more than the smallest machine's number of cores, since stories often wait. Each has its own product.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: 600_000,
  // Long, since it only ends what hangs and doesn't judge speed: the machine may be busy.
  expect: { timeout: 180_000 },
  reporter: [
    ['list'],
    ...(process.env['SPECIFICATION_REPORT'] ? [['./specification/reporter.ts'] as const] : []),
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/stories.json' }],
  ],
  projects: [
    // First, since it takes longest to start.
    { name: 'services', testMatch: ['main-job.spec.ts', 'outage.spec.ts'], use: { setUp: 'services' } },
    { name: 'one process', testIgnore: 'outage.spec.ts' },
  ],
  use: {
    browserName: 'chromium',
    // A click on a missing element fails like any other expectation.
    actionTimeout: 180_000,
    viewport: { width: 1366, height: 768 },
    timezoneId: 'Asia/Kolkata',
    locale: 'en-US',
    // Animations take processor time that stories don't look at; the stories in Firefox run with them.
    contextOptions: { reducedMotion: 'reduce' },
    // It takes a fifth of the processor time. To investigate a failure: npm run stories -- --trace on FILE.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
