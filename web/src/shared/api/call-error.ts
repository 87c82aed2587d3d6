import type { FailureDetails } from '@dayline/contracts/errors';

/** A call that the server refused or could not serve. `message` is fit to be shown. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** One of the contracts' error codes; 'service.fault' where the answer had none. */
  readonly code: string;
  readonly details: FailureDetails;
  readonly requestId: string | undefined;
  /** Seconds to wait before it is worth trying again, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    details?: FailureDetails | undefined;
    requestId?: string | undefined;
    retryAfter?: number | undefined;
  }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? {};
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
  }
}

/** A call that got no answer: offline, or the server can't be reached. Whether a command was carried out isn't known. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';

  constructor(cause: unknown) {
    super('No connection to the server.', { cause });
  }
}

/** What to show for a failed call: `sentence` for a lost connection and a fault, else what the server says. */
export function failureText(error: unknown, sentence: string): string {
  return error instanceof CallError && error.status < 500 ? error.message : sentence;
}
