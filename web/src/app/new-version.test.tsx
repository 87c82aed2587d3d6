import { isMissingChunk, mayReload } from './new-version.ts';

test.each([
  'Failed to fetch dynamically imported module: http://localhost/assets/users-page-1.js',
  'error loading dynamically imported module: http://localhost/assets/users-page-1.js',
  'Importing a module script failed.',
])('a missing chunk is known by the browser’s message: %s', (message) => {
  expect(isMissingChunk(new TypeError(message))).toBe(true);
  expect(isMissingChunk(new Error(message))).toBe(false);
});

test('reloads again only after a minute, so that a broken chunk ends at the error page', () => {
  const now = 1_800_000_000_000;
  sessionStorage.clear();
  expect(mayReload(now)).toBe(true);
  sessionStorage.setItem('reloadedForNewVersion', String(now));
  expect(mayReload(now + 60_000)).toBe(false);
  expect(mayReload(now + 60_001)).toBe(true);
});
