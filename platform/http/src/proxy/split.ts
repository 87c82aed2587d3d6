import type { CallKind, Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { bodyLimit } from '../request/body.ts';
import { aroundFile } from '../request/upload.ts';

/** A path and the service that answers it, for any method. */
export interface SplitPath {
  /** As in the table, with `{name}` for parameters. */
  readonly path: string;
  readonly kind: CallKind;
  /** Maximum body (bytes) that the service reads. */
  readonly bodyAtMost: number;
}

/**
 * Every path of the endpoint table with its service, in table order. Proxies route by path alone.
 * @throws Error if calls of different services share a path
 */
export function splitOfPaths(table: Readonly<Record<string, Endpoint>> = endpoints): readonly SplitPath[] {
  const found = new Map<string, SplitPath>();
  for (const { path, kind, upload, bodyAtMost: own } of Object.values(table)) {
    const entry = found.get(path);
    if (entry && entry.kind !== kind) throw new Error(`${path} belongs to both services.`);
    const callLimit = upload ? upload.maxBytes + aroundFile : (own ?? bodyLimit);
    const bodyAtMost = Math.max(entry?.bodyAtMost ?? 0, callLimit);
    found.set(path, { path, kind, bodyAtMost });
  }
  return [...found.values()];
}
