import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderBusy, isServed, serveFrom, workAlone } from './occupancy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-occupancy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is served until all who serve from it have stopped', () => {
  expect(isServed(folder)).toBe(false);
  const first = serveFrom(folder);
  const second = serveFrom(folder);
  first.leave();
  expect(isServed(folder)).toBe(true);
  expect(() => workAlone(folder)).toThrow(DataFolderBusy);
  second.leave();
  expect(isServed(folder)).toBe(false);
});

test('a start that is refused leaves nothing, unless another one serves or has served', () => {
  const refused = serveFrom(folder);
  const otherProcess = serveFrom(folder);
  refused.leaveNothing();
  expect(readdirSync(folder)).toEqual(['in-use.db']);
  otherProcess.leave();
  serveFrom(folder).leaveNothing();
  expect(readdirSync(folder)).toEqual(['in-use.db']);
  rmSync(join(folder, 'in-use.db'));
  serveFrom(folder).leaveNothing();
  expect(readdirSync(folder)).toEqual([]);
});

test('whoever works alone is alone', () => {
  const done = workAlone(folder);
  expect(() => workAlone(folder)).toThrow(DataFolderBusy);
  done();
  serveFrom(folder).leave();
});

test('a process that is killed no longer serves', async () => {
  const module = new URL('./occupancy.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(module)}).then(({ serveFrom }) => { serveFrom(${JSON.stringify(folder)}); console.log('serving'); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(isServed(folder)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isServed(folder)).toBe(false);
});
