import { readFileSync } from 'node:fs';

/** The budgets of a page, gzipped, read from the build's manifest: what a page brings along is counted, not only its own file. */
const manifest = JSON.parse(readFileSync(new URL('./dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** A chunk and everything that it imports before it can run. */
function closure(names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    closure(manifest[name].imports ?? [], seen);
  }
  return seen;
}
const files = (names) => [...names].map((name) => `dist/${manifest[name].file}`);

const pages = Object.keys(manifest).filter((name) => /^src\/features\/.*-page\.tsx$/.test(name));
const frame = ['index.html', 'src/app/hosts.tsx', 'src/app/guards.ts', 'src/app/shells/page-shell.tsx'];
const guarded = pages.filter((name) => !name.startsWith('src/features/session/'));

export default [
  { name: 'entry', path: files(closure(['index.html'])), limit: '150 kB', gzip: true },
  ...pages.map((name) => ({ name: `chunk of ${name}`, path: files([name]), limit: '40 kB', gzip: true })),
  ...guarded.map((name) => ({
    name: `all for ${name}`,
    path: files(closure([...frame, name])),
    limit: '300 kB',
    gzip: true,
  })),
];
