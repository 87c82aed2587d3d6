/** What the writer's thread is sent and answers. Plain strings and numbers: they cross threads at the least cost. */

export interface AppendRequest {
  readonly stream: string;
  /** -1 is "no stream". */
  readonly expected: number;
  /** Four for each event: id, type, data and metadata as canonical JSON. */
  readonly columns: readonly string[];
}

export type ToWriter = { readonly appends: readonly AppendRequest[] } | 'close';

export type AppendOutcome =
  | { readonly first: number; readonly revision: number }
  | { readonly actual: number }
  | { readonly fault: string };

export type FromWriter =
  | { readonly kind: 'ready' }
  /** Opening failed: what is there is not a log that can be trusted, or the settings don't hold. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** One commit; the outcomes stand in the order of the appends. */
  | { readonly kind: 'committed'; readonly outcomes: readonly AppendOutcome[] }
  | {
      readonly kind: 'failed';
      readonly count: number;
      readonly reason: string;
      readonly outcome: 'notAppended' | 'unknown';
    };

/** What readers select of a stream's event, data and metadata as JSON. */
export type Row = [position: number, revision: number, id: string, type: string, data: string, metadata: string];
export type RowOfAll = [...Row, stream: string];

/** What followers in other threads are told of: the rows committed since the last word, or null where they are many. */
export type Appended = readonly RowOfAll[] | null;

/** Every connection in this process that follows a file listens here; the writer says what it has committed. */
export const appendedChannel = (path: string): string => `dayline event log ${path}`;
