import type { ViewRow } from '@dayline/contracts/views/row';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Projection, View } from '../projections/projection.ts';
import type { WorkingRows } from '../projections/working-rows.ts';

const isShown = ({ forgetsGone }: View, { gone }: ViewRow): boolean => !(forgetsGone && gone);

/** Every row of a projection as a line, sorted, for byte-by-byte comparison. */
export async function dumpStore(projection: Projection, store: ProjectionStore): Promise<string[]> {
  const lines: string[] = [];
  for (const view of projection.views) {
    for await (const row of store.scan(view.name)) {
      if (isShown(view, row)) lines.push(`${view.name} ${JSON.stringify(row)}`);
    }
  }
  return lines;
}

/** The same for rows in memory. */
export function dumpRows(projection: Projection, rows: WorkingRows): string[] {
  return projection.views.flatMap((view) =>
    rows
      .rows(view.name)
      .filter((row) => isShown(view, row))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map((row) => `${view.name} ${JSON.stringify(row)}`),
  );
}
