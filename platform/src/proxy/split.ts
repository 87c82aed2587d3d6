import type { CallKind, Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { bodyLimit } from '../http/body.ts';
import { aroundFile } from '../http/upload.ts';

/** A path and the service that answers it, whatever the method. */
export interface SplitPath {
  /** As in the table, with `{name}` for a part. */
  readonly path: string;
  readonly kind: CallKind;
  /** The longest body (bytes) that the service would read. */
  readonly bodyAtMost: number;
}

/**
 * Every path of the endpoint table and which service has it, in the table's order. A proxy looks at the path alone.
 * @throws Error where two calls of different services share a path
 */
export function splitOfPaths(table: Readonly<Record<string, Endpoint>> = endpoints): readonly SplitPath[] {
  const found = new Map<string, SplitPath>();
  for (const { path, kind, upload } of Object.values(table)) {
    const known = found.get(path);
    if (known && known.kind !== kind) throw new Error(`${path} belongs to both services.`);
    const bodyAtMost = Math.max(known?.bodyAtMost ?? 0, upload ? upload.maxBytes + aroundFile : bodyLimit);
    found.set(path, { path, kind, bodyAtMost });
  }
  return [...found.values()];
}
