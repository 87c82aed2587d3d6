import type { Position } from '@dayline/contracts/ids';
import type { FollowItem, FollowOptions } from '@dayline/event-log/port';
import type { PollFailure } from '@dayline/runtime/polling';
import type { StoreSettings } from '@dayline/stores/open';
import type { ProjectorStatus } from './status.ts';

/** The thread's start parameters. */
export type ProjectorThreadData = StoreSettings;

export type ToProjectorThread =
  | { readonly kind: 'stop' }
  /** Starts following the log for the main thread, which requests each item. */
  | { readonly kind: 'follow'; readonly id: number; readonly after: Position; readonly options: FollowOptions }
  | { readonly kind: 'next'; readonly id: number }
  | { readonly kind: 'leave'; readonly id: number };

export type FromProjectorThread =
  | { readonly kind: 'status'; readonly status: ProjectorStatus }
  | { readonly kind: 'pollFailed'; readonly failure: PollFailure }
  | { readonly kind: 'followed'; readonly id: number; readonly item: FollowItem }
  | { readonly kind: 'followFailed'; readonly id: number; readonly reason: string }
  /** The start failed; the thread ends. */
  | { readonly kind: 'refused'; readonly reason: string };
