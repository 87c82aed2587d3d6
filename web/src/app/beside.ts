import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/** How long to wait before a load is tried again, in ms. */
const wait = 2_000;

const untilLoaded = (load: Load): ReturnType<Load> =>
  load().catch(() => new Promise((resolve) => setTimeout(resolve, wait)).then(() => untilLoaded(load)));

/** A piece that is loaded beside the page. A load that fails is tried again until it is there: the page stays meanwhile. */
export const beside = (load: Load): LazyExoticComponent<ComponentType> => lazy(() => untilLoaded(load));
