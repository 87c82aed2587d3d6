// npm run dev: the product in one process from its sources, and Vite for the pages at http://localhost:5173. A changed
// source restarts the product or reloads the page. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, root, services } from './build.mjs';

await install();

const port = process.env.PORT ?? '3000';
const start = (script, args, cwd, env) =>
  spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: join(root, cwd),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
// All folders, since the main thread doesn't import the sources of worker threads.
const watched = services.flatMap((name) => ['--include', `${name}/src/**/*.ts`]);
const product = ['watch', '--clear-screen=false', ...watched, '--exclude', '**/*.test.ts'];
const children = [
  start('tsx/dist/cli.mjs', [...product, '--conditions=source', 'standalone/src/main.ts'], '.', { PORT: port }),
  start('vite/bin/vite.js', [], 'web', { DAYLINE_SERVICES: `http://localhost:${port}` }),
];

let isEnding = false;
/** Once: on a second signal the watcher would kill the product instead of waiting for it. */
function end() {
  if (isEnding) return;
  isEnding = true;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGTERM', end);
process.on('SIGINT', () => {
  // The terminal has sent the signal to the children too.
  isEnding = true;
});
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    end();
  });
}
