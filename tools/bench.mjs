// npm run bench: the figures of docs/benchmarks.md. Installs and builds what is missing; passes its arguments on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root, run } from './build.mjs';

await install(build);
run('npx', ['tsc', '-b', 'bench']);
const { status } = spawnSync(process.execPath, [join(root, 'bench/dist/main.js'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
