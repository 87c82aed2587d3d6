import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsTable } from '@dayline/runtime/config/settings';

const page = readFileSync(fileURLToPath(new URL('../../docs/settings.md', import.meta.url)), 'utf8');

test('the settings of docs/settings.md are those that the product reads', () => {
  const written = /<!-- settings:begin -->\n([\s\S]*?)<!-- settings:end -->/.exec(page)?.[1];
  const rows = settingsTable().map(({ name, fallback, meaning, expected }) => {
    const shown = fallback === '' ? '–' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${meaning} | ${expected} |\n`;
  });
  expect(written).toBe(`| variable | default | what it is | allowed |\n|---|---|---|---|\n${rows.join('')}`);
});
