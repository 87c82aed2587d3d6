import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { nothingChanged } from '@dayline/contracts/words/replies';
import type { Reply } from '@dayline/http/handler';

/** Result of a command that changes one thing. */
export interface Changed {
  /** Null if nothing changed. */
  readonly position: string | null;
}

/** Reply of a command that changes one thing: its sentence and its log position. */
export interface PlainReply {
  readonly success: true;
  readonly message: string;
  readonly position: string | null;
}

/** The sentence of a reply; another one if nothing was appended. */
export const doneWords = (position: string | null, done: string): string => (position === null ? nothingChanged : done);

export const plainReply = (changed: Changed | Refusal, message: string): Reply<PlainReply> | Refusal =>
  isRefusal(changed) ? changed : replyOf({ position: changed.position }, message);

/** Reply of a command with all that it returns. */
export function replyOf<Result extends Changed>(
  changed: Result | Refusal,
  message: string | ((changed: Result) => string),
): Reply<PlainReply & Result> | Refusal {
  if (isRefusal(changed)) return changed;
  const { position } = changed;
  const done = typeof message === 'string' ? message : message(changed);
  return { body: { success: true, message: doneWords(position, done), ...changed }, position };
}
