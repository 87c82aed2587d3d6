import type { ViewStore } from '@dayline/view-store/port';

/** The position up to which each generation of views is free of erased persons' data. */
export type ErasedUpToRead = Pick<ViewStore, 'erasedUpTo'>;
export type ErasedUpTo = Awaited<ReturnType<ViewStore['erasedUpTo']>>[number];
