import type { CommandOutcome, FailureDetails } from '@dayline/contracts/errors';
import { errorText } from '../sentences/errors-text.ts';
import { fieldText } from '../sentences/fields-text.ts';
import { sharedText as text } from '../text.ts';

/** A call that the server refused or could not serve. `message` can be shown to people. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** One of the contracts' error codes; 'service.fault' if the response had none. */
  readonly code: string;
  readonly details: FailureDetails;
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | undefined;
  /** After an outage: whether the command was carried out, as far as its attempts tell. */
  outcome: CommandOutcome | undefined;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    details?: FailureDetails | undefined;
    requestId?: string | undefined;
    retryAfter?: number | undefined;
  }) {
    const words = errorText[failure.code];
    super(words ?? failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.details = inWords(failure.details ?? {}, words);
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.outcome = failure.details?.outcome;
  }
}

/** The session has ended: the page goes to sign-in, which says so. */
export const isSessionOver = (error: unknown): error is CallError => error instanceof CallError && error.status === 401;

/**
 * Field messages are in English; in another language a field without a translation gets the message of the whole
 * failure.
 */
const inWords = (details: FailureDetails, words: string | undefined): FailureDetails =>
  words === undefined || !details.fields
    ? details
    : {
        ...details,
        fields: details.fields.map(({ field, message }) => ({ field, message: fieldText[message] ?? words })),
      };

/** A call without a response: offline, or the server is unreachable. Whether a command was carried out is unknown. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  outcome: CommandOutcome | undefined = 'unknown';

  constructor(cause: unknown) {
    super(text.noConnection, { cause });
  }
}

/**
 * The message for a failed call: `sentence` for a lost connection or a fault, otherwise the server's, or that of the
 * first invalid field if it names one.
 */
export function failureText(error: unknown, sentence: string): string {
  if (!(error instanceof CallError) || error.status >= 500) return sentence;
  return errorText[error.code] ?? error.details.fields?.[0]?.message ?? error.message;
}
