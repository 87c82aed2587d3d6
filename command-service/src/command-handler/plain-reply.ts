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

export function plainReply(changed: Changed | Refusal, message: string): Reply<PlainReply> | Refusal {
  if (isRefusal(changed)) return changed;
  const { position } = changed;
  return { body: { success: true, message: doneWords(position, message), position }, position };
}
