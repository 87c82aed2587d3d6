import { notesOf, readTexts, releasedTexts } from './release.mjs';

const texts = readTexts();
const { version: current, workspaces } = JSON.parse(texts['package.json']);
const [major = 0] = current.split('.').map(Number);
const next = `${major + 1}.0.0`;
const withChanges = {
  ...texts,
  'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n- A change.\n\n## ${current} – 2026-01-01\n\n- The first.\n`,
};

test('a release names its version in every package, the lock file, the images and the changelog', () => {
  const released = releasedTexts(withChanges, next, '2027-01-02');
  for (const path of ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)]) {
    const { version, dependencies = {}, devDependencies = {} } = JSON.parse(released[path]);
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@dayline/'),
    );
    expect([path, version, new Set(ours.map(([, range]) => range))]).toEqual([
      path,
      next,
      new Set(ours.length > 0 ? [next] : []),
    ]);
  }
  const lock = JSON.parse(released['package-lock.json']);
  expect([lock.version, ...workspaces.map((folder) => lock.packages[folder].version)]).toEqual(
    Array(workspaces.length + 1).fill(next),
  );
  // Nothing else of the lock file changes.
  const before = JSON.parse(texts['package-lock.json']);
  expect(Object.keys(lock.packages)).toEqual(Object.keys(before.packages));
  expect(released['docker-compose.yml'].match(/image: dayline-\w+:\S+/g)).toEqual([
    `image: dayline-service:${next}`,
    `image: dayline-proxy:${next}`,
  ]);
  expect(notesOf(released['CHANGELOG.md'], next)).toBe('- A change.');
  expect(notesOf(released['CHANGELOG.md'], current)).toBe('- The first.');
});

test('no release without a later version, or without a change', () => {
  for (const version of [current, '0.0.1', '1.0', 'v9.0.0', '']) {
    expect(() => releasedTexts(withChanges, version, '2027-01-02')).toThrow('is not a version after');
  }
  const without = { ...texts, 'CHANGELOG.md': texts['CHANGELOG.md'].replace(/## Unreleased\n[\s\S]*?(?=\n## )/, '') };
  expect(() => releasedTexts(without, next, '2027-01-02')).toThrow('CHANGELOG.md has nothing unreleased.');
});
