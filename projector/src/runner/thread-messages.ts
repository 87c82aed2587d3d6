import type { StoreSettings } from '@dayline/platform/stores/open';
import type { ProjectorStatus } from './status.ts';

/** What the thread is started with. */
export type ProjectorThreadData = StoreSettings;

export type ToProjectorThread = { readonly kind: 'stop' };

export type FromProjectorThread =
  | { readonly kind: 'status'; readonly status: ProjectorStatus }
  /** It could not start; the thread ends. */
  | { readonly kind: 'refused'; readonly reason: string };
