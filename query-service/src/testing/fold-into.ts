import { isKnownEvent } from '@dayline/contracts/events/table';
import type { ViewRow } from '@dayline/contracts/views';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { View } from '@dayline/projector/projections/projection';

/** Folds all that the views don't have yet through the real projections, and commits it as one batch. */
export async function foldInto(store: ProjectionStore, log: Pick<SealedLog, 'readAll' | 'start'>): Promise<void> {
  const from = await store.checkpoint();
  const events = await log.readAll(from?.position ?? log.start, 100_000);
  const last = events.at(-1);
  if (!last) return;
  const views: readonly View[] = desk.views;
  const known = new Map<string, { readonly view: string; row: ViewRow | null; readonly was: string | null }>();
  const rowOf = async (view: string, key: string) => {
    const place = `${view} ${key}`;
    const held = known.get(place);
    if (held) return held;
    const stored = (await store.load(view, [key])).get(key) ?? null;
    const entry = { view, row: stored, was: stored?.at ?? null };
    known.set(place, entry);
    return entry;
  };
  for (const event of events) {
    if (!isKnownEvent(event)) continue;
    for (const view of views) {
      const named = view.names(event);
      const keys = 'field' in named ? await keysHaving(view.name, named.field, named.value) : named;
      const copied = view.copiesFrom?.(event);
      const source = copied ? (await rowOf(copied.view, copied.key)).row : null;
      for (const key of keys) {
        const entry = await rowOf(view.name, key);
        entry.row = view.fold(entry.row, event, key, { get: () => source });
      }
    }
  }
  const writes = [...known.values()].flatMap(({ view, row, was }) =>
    row && row.at !== was ? [{ view, row, was }] : [],
  );
  await store.write({
    writes,
    checkpoint: {
      from,
      to: { position: last.position, eventId: last.id, stream: last.stream, revision: last.revision },
    },
  });

  async function keysHaving(view: string, field: string, value: string): Promise<readonly string[]> {
    const keys = new Set((await store.loadBy(view, field, [value])).map((row) => row.key));
    for (const entry of known.values()) {
      // An indexed field of a row in memory, by its name.
      const row = entry.row as (ViewRow & Readonly<Record<string, unknown>>) | null;
      if (entry.view === view && row?.[field] === value) keys.add(row.key);
    }
    return [...keys];
  }
}
