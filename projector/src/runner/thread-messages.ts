import type { PollFailure } from '@dayline/runtime/polling';
import type { StoreSettings } from '@dayline/stores/open';
import type { ProjectorStatus } from './status.ts';

/** The thread's start parameters. */
export type ProjectorThreadData = StoreSettings;

export type ToProjectorThread = { readonly kind: 'stop' };

export type FromProjectorThread =
  | { readonly kind: 'status'; readonly status: ProjectorStatus }
  | { readonly kind: 'pollFailed'; readonly failure: PollFailure }
  /** The start failed; the thread ends. */
  | { readonly kind: 'refused'; readonly reason: string };
