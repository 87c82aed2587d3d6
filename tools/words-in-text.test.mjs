import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './build.mjs';

/** A source, and how many texts for people the rule of words-in-text.grit finds in it. */
const samples = {
  markup: ['<b>Hello</b>', 1],
  attributes: ['<i aria-label="close" title={text + `rooms`} />', 2],
  cases: ["<i title={n > 1 ? text.many : 'One'} />", 1],
  entries: ["[{ label: 'Home', to: '/home' }]", 1],
  sentences: ["<b>{n > 1 ? 'Nobody is booked.' : null}</b>", 1],
  signs: ['<b className="wide">{n} · –</b>', 0],
  codes: ["n.key === 'Enter' || n.status === 'Not_Availed'", 0],
};

test('words for people are found outside of text.ts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [join(root, 'tools/words-in-text.grit')] }));
  for (const [name, [source]] of Object.entries(samples))
    writeFileSync(join(folder, `${name}.tsx`), `export const page = (n, text) => ${source};\n`);
  const args = ['lint', '--only=plugin', '--reporter=json', '.'];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const found = JSON.parse(stdout).diagnostics.map(({ location }) => location.path);
  for (const [name, [, count]] of Object.entries(samples))
    expect([name, found.filter((path) => path.endsWith(`${name}.tsx`)).length]).toEqual([name, count]);
});
