import type { Checkpoint } from './port.ts';

/** One per projection: the newest version that has a checkpoint. */
export function newestOf<Found extends { readonly name: string; readonly version: number }>(
  all: readonly (Found & { readonly generation: string; readonly checkpoint: Checkpoint | null })[],
): readonly { readonly generation: string; readonly checkpoint: Checkpoint }[] {
  const newest = new Map<string, { version: number; generation: string; checkpoint: Checkpoint }>();
  for (const { name, version, generation, checkpoint } of all) {
    if (checkpoint && version > (newest.get(name)?.version ?? 0)) newest.set(name, { version, generation, checkpoint });
  }
  return [...newest.values()].map(({ generation, checkpoint }) => ({ generation, checkpoint }));
}
