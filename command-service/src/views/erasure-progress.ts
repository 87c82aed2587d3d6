import type { ViewStore } from '@dayline/view-store/port';

/** The position up to which each generation of views is free of erased persons' data. */
export type ErasureProgressReader = Pick<ViewStore, 'erasureProgress'>;
export type ErasureProgress = Awaited<ReturnType<ViewStore['erasureProgress']>>[number];
