import { type Front, openFront } from './front.ts';
import { type Product, type Program, removeData, startProduct, temporaryData, untilViewsStop } from './product.ts';

export interface ServiceCounts {
  readonly commands: number;
  readonly queries: number;
  readonly projectors: number;
}

/** The product as separate processes, each with its own data folder, on shared stores. */
export interface Services {
  readonly commands: readonly Product[];
  readonly queries: readonly Product[];
  readonly projectors: readonly Product[];
  /** One per query service: it forwards to that one, and to all command services in turn. */
  readonly fronts: readonly Front[];
  /** Sends SIGTERM to all; returns the exit codes, null for those that were killed. */
  stop(): Promise<readonly (number | null)[]>;
}

/** Shared secrets, since all processes use one vault. */
export const sharedSecrets = {
  MASTER_KEY: '1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f1',
  SESSION_SECRET: 'one-secret-for-all-the-processes-of-a-test-0123456789',
} as const;

/**
 * @param env mainly the locations of the stores: EVENT_STORE_URL and VIEW_STORE_URL, or one DATA_DIR for all
 * @param own further settings by program
 */
export async function startServices(
  { commands, queries, projectors }: ServiceCounts,
  env: Readonly<Record<string, string>>,
  own: { readonly [Started in Program]?: Readonly<Record<string, string>> } = {},
): Promise<Services> {
  const folders: string[] = [];
  const started: Product[] = [];
  async function start(program: Program): Promise<Product> {
    const folder = temporaryData();
    folders.push(folder);
    const settings = { ...sharedSecrets, PUBLIC_CALLS_PER_MINUTE: '100000', ...env, ...own[program] };
    const product = await startProduct(folder, settings, undefined, program);
    started.push(product);
    return product;
  }
  const several = (count: number, program: Program): Promise<Product[]> =>
    Promise.all(Array.from({ length: count }, () => start(program)));
  const stop = async (): Promise<readonly (number | null)[]> => {
    const codes = await Promise.all(started.map((product) => product.stop()));
    for (const folder of folders) removeData(folder);
    return codes;
  };
  try {
    const [commandUrls, queryUrls, projectorUrls] = await Promise.all([
      several(commands, 'command-service'),
      several(queries, 'query-service'),
      several(projectors, 'projector'),
    ]);
    if (projectors > 0) await Promise.all(queryUrls.map(untilViewsStop));
    const urls = commandUrls.map(({ url }) => url);
    const fronts = await Promise.all(queryUrls.map(({ url }) => openFront({ commands: urls, query: url })));
    return {
      commands: commandUrls,
      queries: queryUrls,
      projectors: projectorUrls,
      fronts,
      async stop() {
        await Promise.all(fronts.map((front) => front.close()));
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
