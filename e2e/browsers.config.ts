import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import type { EngineName } from './browsers/story.ts';
import stories from './playwright.config.ts';

/** The programs that Debian's packages of each engine install. */
const programs: Readonly<Record<EngineName, readonly string[]>> = {
  Firefox: ['/usr/bin/firefox-esr'],
  WebKit: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
};

/** npm run stories:browsers: stories on the built product in Firefox and WebKit, at the same time. */
export default defineConfig<object, { engineName: EngineName }>({
  ...stories,
  testDir: './browsers',
  outputDir: '../test-results/browsers',
  workers: 2,
  projects: (['Firefox', 'WebKit'] as const).map((engineName) => ({
    name: engineName,
    testMatch: programs[engineName].every((path) => existsSync(path)) ? 'browsers.spec.ts' : 'missing.spec.ts',
    // The driver of WebKitGTK can't print, and its browser may crash (`tab` in story.ts).
    ...(engineName === 'WebKit' && { grepInvert: /is on paper$/, retries: 1 }),
    use: { engineName },
  })),
  use: {},
});
