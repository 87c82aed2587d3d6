import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const web = join(root, 'web/src');

test('every file that presses a command twice is there', () => {
  const table = readFileSync(join(web, 'shared/testing/pressed-in.ts'), 'utf8');
  const files = [...table.matchAll(/^ {2}\w+: '(.+)',$/gm)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(join(web, `${file}.test.tsx`)))).toEqual([]);
});
