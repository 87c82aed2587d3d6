// node tools/transpile.mjs FOLDER …: writes dist/ of workspaces from their TypeScript without checking types and
// without the tests, when only the packages needed to start are installed. tsc writes the same files.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';

const options = {
  target: 'es2022',
  sourcemap: false,
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

for (const folder of process.argv.slice(2)) {
  // tsc would mistake these files for its own last output.
  rmSync(join(folder, 'dist/.tsbuildinfo'), { force: true });
  const sources = readdirSync(join(folder, 'src'), { recursive: true });
  for (const path of sources.filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|\btesting\b/.test(name))) {
    const source = join(folder, 'src', path);
    const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, options);
    const target = join(folder, 'dist', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
}
