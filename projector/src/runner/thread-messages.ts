import type { ProjectorStatus } from './status.ts';

/** What the thread is started with. */
export interface ProjectorThreadData {
  /** Holds `events.db`, `vault.db` and `views/`. */
  readonly dataDir: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
}

export type ToProjectorThread = { readonly kind: 'stop' };

export type FromProjectorThread =
  | { readonly kind: 'status'; readonly status: ProjectorStatus }
  /** It could not start; the thread ends. */
  | { readonly kind: 'refused'; readonly reason: string };
