import type { CommandKey } from '../port.ts';

/** Messages to and from the writer thread. Strings and numbers only: they are cheapest to transfer. */

export interface AppendRequest {
  readonly stream: string;
  /** -1 is "no stream". */
  readonly expected: number;
  /** Four for each event: id, type, data and metadata as canonical JSON. */
  readonly columns: readonly string[];
  readonly key?: CommandKey;
}

export type AppendOutcome =
  | {
      readonly first: number;
      readonly revision: number;
      /** The time recorded for events whose own time was earlier; absent if there were none. */
      readonly recordedAt?: string;
    }
  | { readonly actual: number; readonly keyReused?: true }
  | { readonly fault: string };

/** Channel on which the writer announces commits, so that followers in other threads read on. Messages are empty. */
export const appendedChannel = (path: string): string => `dayline event log ${path}`;
