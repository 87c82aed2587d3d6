// npm run bench: the figures of docs/benchmarks.md; with --simulate the tables of docs/scale.md. Installs and builds
// what is missing; passes its arguments on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root, run } from './build.mjs';

await install(build);
run('npx', ['tsc', '-b', 'bench']);
const program = process.argv.includes('--simulate') ? 'bench/dist/scale/main.js' : 'bench/dist/main.js';
const { status } = spawnSync(process.execPath, [join(root, program), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
