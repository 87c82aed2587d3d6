// npm run stories: the browser stories on the built product, all or the named ones. With --report it ends with the
// stories' coverage of the specification, and fails if a sentence, state or constant has no story. npm run
// stories:browsers runs those in Firefox and WebKit, npm run screens takes a screenshot of every page, npm run pictures
// those of the README, npm run figures measures how long a person waits.
import { spawnSync } from 'node:child_process';
import { buildAll, install, root } from './build.mjs';

await install(buildAll);
const { findChromium } = await import('./chromium.mjs');
const [what, ...given] = process.argv.slice(2);
const chromium = what === 'browsers' ? null : await findChromium();
const configs = {
  stories: 'playwright.config.ts',
  browsers: 'browsers.config.ts',
  screens: 'screens.config.ts',
  pictures: 'pictures.config.ts',
  figures: 'figures.config.ts',
};
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    `e2e/${configs[what]}`,
    ...given.filter((argument) => argument !== '--report'),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(chromium ? { CHROMIUM_PATH: chromium.path } : {}),
      ...(given.includes('--report') ? { SPECIFICATION_REPORT: 'on' } : {}),
    },
  },
);
process.exitCode = status ?? 1;
