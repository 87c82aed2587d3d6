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
export const doneWords = (position: string | null, sentence: string): string =>
  position === null ? nothingChanged : sentence;

export const plainReply = (result: Changed | Refusal, message: string): Reply<PlainReply> | Refusal =>
  isRefusal(result) ? result : replyOf({ position: result.position }, message);

/** Reply of a command with all that it returns. */
export function replyOf<Result extends Changed>(
  result: Result | Refusal,
  message: string | ((outcome: Result) => string),
): Reply<PlainReply & Result> | Refusal {
  if (isRefusal(result)) return result;
  const { position } = result;
  const sentence = typeof message === 'string' ? message : message(result);
  return { body: { success: true, message: doneWords(position, sentence), ...result }, position };
}
