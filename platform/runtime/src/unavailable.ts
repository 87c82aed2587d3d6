/** Errors of unavailable stores: the call is answered 503 and may be retried with the same key. */

/** The log is unavailable or refused the write; nothing was appended unless `outcome` is unknown. */
export class EventLogUnavailable extends Error {
  override readonly name: string = 'EventLogUnavailable';
  readonly outcome: 'notAppended' | 'unknown';
  constructor(message: string, outcome: 'notAppended' | 'unknown', cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** An event of a newer build: this process is older than the log, and can't serve what reads the event's stream. */
export class EventLogNewer extends EventLogUnavailable {
  override readonly name = 'EventLogNewer';
  constructor(type: string, version: number, position: string) {
    super(
      `this process is older than the log: it doesn't know ${type}, version ${version}, at ${position}`,
      'notAppended',
    );
  }
}

/** The vault is unavailable or a write failed; the outcome of a write is unknown. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
}

/** The vault's file was removed or replaced while it was open: nothing is read from it or written to it. */
export class VaultExchanged extends VaultUnavailable {
  constructor(state: 'gone' | 'exchanged') {
    const problem = state === 'gone' ? 'is gone' : 'was exchanged for another file: restart the product';
    super(`vault.db ${problem}`);
  }
}

/** The view store is unavailable or failed; the outcome of a write is unknown. */
export class ViewStoreUnavailable extends Error {
  override readonly name = 'ViewStoreUnavailable';
}

/** The views' file was replaced while it was open: nothing is read from it or written to it. */
export class ViewsExchanged extends ViewStoreUnavailable {
  constructor(file: string) {
    super(`${file} was exchanged for another file: restart the product`);
  }
}

/** The view store ended a query at its time limit; a retry would take as long, so the query must be narrowed. */
export class QueryTooSlow extends Error {
  override readonly name = 'QueryTooSlow';
}

/** Too much other work is waiting. Nothing was started; a retry may succeed. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** The blob store is unavailable; the outcome of a write is unknown. */
export class BlobsUnavailable extends Error {
  override readonly name = 'BlobsUnavailable';
}
