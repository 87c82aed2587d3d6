import { userInfo } from 'node:os';
import type { Actor } from '@dayline/contracts/events/metadata';
import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { lineSchema } from '@dayline/contracts/fields/text';
import { dateSchema } from '@dayline/contracts/ids';
import { InvalidArgumentError, Option } from 'commander';

/** The activity finds entries by the actor's id, which contains the name. */
const maxOperatorLength = 50;

const lineOf =
  (longest: number) =>
  (text: string): string => {
    const parsed = lineSchema(longest).min(1).safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`Use 1 to ${longest} printable characters in one line.`);
  };

export const reasonIn = lineOf(maxReasonLength);

/** Who performs an action that can't be undone; by default the user of the operating system. */
export const byOption = (): Option =>
  new Option('--by <name>', 'who decided this, for the auditors')
    .argParser(lineOf(maxOperatorLength))
    .default(osUser());

/** In a container the user may have no name. */
function osUser(): string {
  try {
    return userInfo().username.slice(0, maxOperatorLength);
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** An operator as named in the activity. */
export const operatorNamed = (name: string): Actor => ({ kind: 'system', id: `operator ${name}`, name });

/** `2026-11-25`. */
export function dateIn(text: string): string {
  if (!dateSchema.safeParse(text).success) throw new InvalidArgumentError('Write it like 2026-11-25.');
  return text;
}
