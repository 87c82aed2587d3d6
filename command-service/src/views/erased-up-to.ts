import type { ViewStore } from '@dayline/view-store/port';

/** Where each generation of views is without the data of erased persons, by position. */
export type ErasedUpToRead = Pick<ViewStore, 'erasedUpTo'>;
export type ErasedUpTo = Awaited<ReturnType<ViewStore['erasedUpTo']>>[number];
