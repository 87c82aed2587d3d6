// npm run bench -- --simulate: the tables of docs/scale.md. With --check, one point is compared with a real run.
import { checkGroupCommit } from './real-run.ts';
import { markdownOf, scaleTables } from './tables.ts';

for (const table of scaleTables()) console.log(`<!-- scale:${table.name} -->\n${markdownOf(table)}\n`);
if (process.argv.includes('--check')) for (const line of await checkGroupCommit()) console.log(line);
