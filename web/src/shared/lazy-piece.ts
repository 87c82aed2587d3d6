import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { wordsLoaded } from '../ui/locale/define-text.ts';

/** Delay before a load is retried, in ms. */
const wait = 2_000;

const isThere = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads a chunk, retrying while the server is unavailable. If a reachable server doesn't have the chunk, a new version
 * has replaced it: that fails.
 */
export async function untilLoaded<Piece>(load: () => Promise<Piece>, isLast = false): Promise<Piece> {
  try {
    const piece = await load();
    await wordsLoaded();
    return piece;
  } catch (error) {
    if (isLast) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return untilLoaded(load, await isThere());
  }
}

/** A component that loads after the page; if it can't be loaded, the page works without it. */
export const lazyPiece = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => untilLoaded(load).catch(() => ({ default: () => null })));
