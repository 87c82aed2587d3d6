import { readFileSync } from 'node:fs';
import { readLockFile } from './lock-file.mjs';
import { noticesFile, shippedPackages, withPackages } from './third-party-notices.mjs';

const notices = readFileSync(noticesFile, 'utf8');

test('the notices name each shipped package (node tools/third-party-notices.mjs --write)', () => {
  expect(withPackages(notices, readLockFile())).toBe(notices);
});

test('a package is shipped if a service or a page needs it, and each has a known licence', () => {
  const licences = shippedPackages(readLockFile());
  expect([licences.get('express'), licences.get('react'), licences.get('ical.js')]).toEqual(['MIT', 'MIT', 'MPL-2.0']);
  expect(licences.has('jest') || licences.has('vite') || licences.has('lightningcss')).toBe(false);
  expect([...licences].filter(([, licence]) => licence === 'unknown')).toEqual([]);
});

test('those that ask for more than a notice have a section of their own', () => {
  const asking = [...shippedPackages(readLockFile())].filter(([, licence]) => /MPL|GPL/.test(licence));
  const named = new Set(asking.map(([name]) => (name.startsWith('@img/') ? 'sharp' : name)));
  expect([...named].sort()).toEqual(['ical.js', 'sharp']);
  expect(notices).toContain('<https://github.com/kewisch/ical.js>');
});
