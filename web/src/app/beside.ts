import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** How long to wait before a load is tried again, in ms. */
const wait = 2_000;

const isThere = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads a piece of the application, however long the server is away. One that a server which answers doesn't have was
 * replaced by a new version: that fails.
 */
export async function untilLoaded<Piece>(load: () => Promise<Piece>, isLast = false): Promise<Piece> {
  try {
    return await load();
  } catch (error) {
    if (isLast) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return untilLoaded(load, await isThere());
  }
}

/** A piece that is loaded beside the page, which stays as it is meanwhile, and without it. */
export const beside = (load: () => Promise<{ default: ComponentType }>): LazyExoticComponent<ComponentType> =>
  lazy(() => untilLoaded(load).catch(() => ({ default: () => null })));
