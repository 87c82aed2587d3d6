import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { daylineProgram } from './program.ts';

/** The commands that do something, by full name. */
const named = (command: Command, name = ''): (readonly [string, Command])[] =>
  command.commands.length === 0
    ? [[name, command]]
    : command.commands.flatMap((inner) => named(inner, `${name} ${inner.name()}`.trim()));

const commands = new Map(named(await daylineProgram()));

test('these commands can be asked for', () => {
  expect([...commands.keys()].sort()).toEqual([
    'accept-set-back',
    'account add',
    'account close',
    'account reopen',
    'account reset',
    'account reset-second-factor',
    'audit head',
    'audit verify',
    'backup',
    'branch add',
    'chatbot verify',
    'client add',
    'client allow-passwords',
    'client change',
    'client fees',
    'client list',
    'department add',
    'doctor branch',
    'doctor fees',
    'doctor list',
    'events tail',
    'export',
    'import',
    'import-undo',
    'keys list',
    'keys revoke',
    'keys rotate',
    'messages list',
    'messages remove',
    'patient erase',
    'patient erasures',
    'patient export',
    'restore drill',
    'views prepare',
    'views rebuild',
    'views rollback',
    'webhooks replay',
  ]);
});

test.each([...commands])('%s has a help that says how and what', (name, command) => {
  const help = command.helpInformation();
  expect(help).toContain(`Usage: dayline ${name}`);
  expect(command.description()).not.toBe('');
  expect(help).toContain(command.description().slice(0, 40));
});

test.each([...commands.keys()])('%s is found by its first word alone', async (name) => {
  const [word = ''] = name.split(' ');
  expect(named(await daylineProgram([word])).map(([found]) => found)).toContain(name);
});

const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');

test.each([...commands])('docs/command-line.md has a row for %s with its options', (name, command) => {
  const isNamed = new RegExp(`^[^|]*\`${name}[ \`]`);
  const row = page.split('\n').find((line) => line.startsWith('| ') && isNamed.test(line.slice(2))) ?? '';
  expect(row).not.toBe('');
  expect(command.options.flatMap(({ long }) => long ?? []).filter((long) => !row.includes(long))).toEqual([]);
});
