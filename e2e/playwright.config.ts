import { defineConfig } from '@playwright/test';
import type { SetUp } from './clinic/story.ts';

/** Browser stories on the built product, one file at a time on each of the smallest machine's two cores. */
export default defineConfig<object, { setUp: SetUp }>({
  testDir: './stories',
  outputDir: '../test-results/stories',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: 600_000,
  // Long, since it ends what hangs and judges no duration: the machine may be busy.
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ...(process.env['SPECIFICATION_REPORT'] ? [['./specification/reporter.ts'] as const] : []),
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/stories.json' }],
  ],
  projects: [
    { name: 'one process', testIgnore: 'outage.spec.ts' },
    { name: 'services', testMatch: ['main-job.spec.ts', 'outage.spec.ts'], use: { setUp: 'services' } },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    timezoneId: 'Asia/Kolkata',
    locale: 'en-US',
    // No video of tabs: it would use up the second that a live update may take.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
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
