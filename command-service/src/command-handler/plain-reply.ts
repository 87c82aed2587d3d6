import { isRefusal, type Refusal } from '@dayline/contracts/errors';
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

export function plainReply(changed: Changed | Refusal, message: string): Reply<PlainReply> | Refusal {
  if (isRefusal(changed)) return changed;
  const { position } = changed;
  return { body: { success: true, message, position }, position };
}
