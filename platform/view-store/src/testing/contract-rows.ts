import type { ViewRow } from '@dayline/contracts/views/row';
import type { Checkpoint, ProjectionDefinition, RowWrite } from '../port.ts';

/** The projection of the contract's tests. */
export const visits: ProjectionDefinition = {
  name: 'visits',
  version: 1,
  views: [
    {
      name: 'visits',
      indexes: [
        { name: 'byWard', fields: ['ward', 'open', 'day', 'search'] },
        { name: 'byPerson', fields: ['person'], neededByFold: true },
      ],
      searched: [{ field: 'search', within: 'ward' }],
    },
    { name: 'totals', indexes: [] },
    {
      name: 'people',
      copied: true,
      indexes: [{ name: 'byWard', fields: ['ward', 'search'] }],
      searched: [{ field: 'search', within: 'ward' }],
      people: { field: 'search', within: 'ward' },
    },
  ],
};

export interface VisitRow extends ViewRow {
  readonly ward: string;
  readonly open: boolean;
  readonly day: string;
  readonly person: string | null;
  readonly search: string;
}

export const at = (ordinal: number) => String(ordinal).padStart(16, '0');
export const checkpointAt = (ordinal: number): Checkpoint => ({
  position: at(ordinal),
  eventId: `event-${ordinal}`,
  stream: 'visit-1',
  revision: ordinal,
});
export const visit = (key: string, ordinal: number, more: Partial<VisitRow> = {}): VisitRow => ({
  key,
  at: at(ordinal),
  ward: 'east',
  open: true,
  day: '2026-11-21',
  person: 'asha',
  search: 'asha menon',
  ...more,
});
export const insert = (row: ViewRow, view = 'visits'): RowWrite => ({ view, row, was: null });
export const keysOf = (rows: readonly ViewRow[]): string[] => rows.map((row) => row.key);
