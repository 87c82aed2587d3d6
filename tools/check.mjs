// npm run check, before all tests: format, lint, import rules, lengths of functions and files, types, unused code, the
// lock file, sizes. What needs the build runs beside what doesn't.
import { spawn } from 'node:child_process';
import { build, install, root } from './build.mjs';

const node = (...args) => [process.execPath, ...args];
/** Each lane's commands run one after the other. */
const lanes = [
  [
    ['npx', 'tsc', '-b'],
    ['npm', 'run', 'size', '-w', '@dayline/web', '--silent'],
    ['npx', 'knip'],
  ],
  [
    node('tools/lock-file.mjs'),
    node('tools/import-rules.mjs'),
    node('tools/function-length.mjs'),
    node('tools/file-length.mjs'),
    node('--conditions=source', '--import', 'tsx', 'tools/linear-patterns.mjs'),
    // Reads on all cores.
    ['npx', 'biome', 'check', '--error-on-warnings', '.'],
  ],
];

/** Its output appears at its end, in one piece. */
function runs([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) console.error(`Failed: ${command} ${args.join(' ')}`);
      resolve(code === 0);
    });
  });
}

async function inTurn(commands) {
  for (const command of commands) if (!(await runs(command))) process.exitCode = 1;
}

await install(() => {
  build();
  return Promise.all(lanes.map(inTurn));
});
