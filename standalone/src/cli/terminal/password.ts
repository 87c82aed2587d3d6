import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passwordSchema } from '@dayline/contracts/endpoints/onboarding';
import { checked } from '@dayline/contracts/fields/field-errors';
import { z } from 'zod';
import { CliFailure } from './failure.ts';

/** Longest input read from standard input, in characters; a password has at most 128. */
const maxCharacters = 1_000;

/**
 * A new password: asked for twice without echo at a terminal, otherwise the first line of standard input. Never an
 * argument, since arguments appear in the shell's history and the process list.
 * @throws CliFailure naming the rule that it breaks
 */
export async function newPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askedTwice() : await firstLine();
  const result = checked(z.strictObject({ password: passwordSchema }), { password });
  if ('fields' in result) throw new CliFailure(result.fields.map(({ message }) => message).join(' '));
  return result.data.password;
}

async function askedTwice(): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true });
  const ask = async (prompt: string): Promise<string> => {
    process.stderr.write(prompt);
    const answer = await lines.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('Password: ');
    if ((await ask('Again: ')) !== password) throw new CliFailure('The two passwords differ.');
    return password;
  } finally {
    lines.close();
  }
}

async function firstLine(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > maxCharacters) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line === '')
    throw new CliFailure('A password is required. Type it at the terminal or pass it on standard input.');
  return line;
}
