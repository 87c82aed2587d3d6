import { readFileSync } from 'node:fs';

/**
 * The budgets of a page, gzipped, read from the build's manifest: all files that a page imports count, not only its
 * own. Chunks that load after the page (charts, dialogs, the key sheet) are dynamic imports, so they don't count.
 */
const manifest = JSON.parse(readFileSync(new URL('./dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** Chunks with all their static imports. */
function closure(names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    closure(manifest[name].imports ?? [], seen);
  }
  return seen;
}
const filesOf = (names) =>
  [...new Set([...names].flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])]))].map(
    (file) => `dist/${file}`,
  );

const pagesOf = (...features) =>
  Object.keys(manifest).filter((name) =>
    features.some((feature) => new RegExp(`^src/features/${feature}/[^/]*-page\\.tsx$`).test(name)),
  );

const entry = 'index.html';
const chunk = (name) => Object.keys(manifest).find((key) => key.startsWith(`_${name}-`));
/** Sign-in is part of the entry, and the frame part of the desk. */
const door = [entry, chunk('door')];
const desk = [entry, chunk('desk')];
const site = [entry, 'src/app/shells/site-shell.tsx'];

const pages = pagesOf('[^/]+');
const publicPages = pagesOf('public-site');
const authPages = pagesOf('session', 'onboarding', 'wall', 'messages');
const guarded = pages.filter((name) => !publicPages.includes(name) && !authPages.includes(name));

const budgets = [
  { name: 'entry', files: filesOf(closure([entry])), limit: '160 kB' },
  { name: 'all for sign-in', files: filesOf(closure(door)), limit: '204 kB', light: true },
  ...pages.map((name) => ({ name: `chunk of ${name}`, files: filesOf([name]), limit: '40 kB' })),
  // The fewer the files, the more they contain that one page doesn't need.
  ...guarded.map((name) => ({ name: `all for ${name}`, files: filesOf(closure([...desk, name])), limit: '382 kB' })),
  ...authPages.map((name) => ({
    name: `all for ${name}`,
    files: filesOf(closure([...door, name])),
    limit: '204 kB',
    light: true,
  })),
  ...publicPages.map((name) => ({
    name: `all for ${name}`,
    files: filesOf(closure([...site, name])),
    limit: '204 kB',
    light: true,
  })),
];

/** Pages before sign-in: few requests, and no code of the application behind it. */
for (const { name, files, light } of budgets) {
  if (!light) continue;
  // Of the twelve files allowed, two are the HTML page itself and the font.
  if (files.length > 10)
    throw new Error(`${name}: ${files.length} files before it is shown, at most 10\n${files.join('\n')}`);
  const heavy = files.filter((file) => /\/(desk|dashboards|pages)-/.test(file));
  if (heavy.length > 0) throw new Error(`${name} loads ${heavy.join(', ')}`);
}

/** The only chunk with each of these packages; the table in chunks.ts gives the reasons. */
const chunkOfPackage = {
  react: 'base',
  'react-dom': 'base',
  '@mui/system': 'base',
  '@emotion/react': 'base',
  zod: 'desk',
  'socket.io-client': 'desk',
  '@tanstack/react-table': 'table',
  'qrcode.react': 'qr-code',
  '@simplewebauthn/browser': 'passkeys',
};
const packages = JSON.parse(readFileSync(new URL('./dist/.vite/packages.json', import.meta.url), 'utf8'));
for (const [name, chunkName] of Object.entries(chunkOfPackage)) {
  const found = packages[name] ?? [];
  if (found.join() !== chunkName)
    throw new Error(`${name} is in ${found.join(', ') || 'no chunk'}, not in ${chunkName} alone`);
}

export default budgets.map(({ name, files, limit }) => ({ name, path: files, limit, gzip: true }));
