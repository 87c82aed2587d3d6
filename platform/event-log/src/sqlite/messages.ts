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
      /** The events that arrived with an earlier time; absent if none did. */
      readonly recordedAt?: string;
    }
  | { readonly actual: number; readonly keyReused?: true }
  | { readonly fault: string };

/** Channel on which the writer announces commits, so that followers in other threads read on. Messages are empty. */
export const appendedChannel = (path: string): string => `dayline event log ${path}`;
