import type { ViewRow } from '@dayline/contracts/views/row';
import { recorded } from '../testing/draft.ts';
import { randomHistory } from '../testing/history.ts';
import { desk } from './desk/projection.ts';
import { foldEvent, namedBy } from './fold.ts';
import { type Change, everyEvent, PoisonEvent, type Projection, type View } from './projection.ts';
import { WorkingRows } from './working-rows.ts';

const view = (name: string, fold: Change['fold']): View => ({
  name,
  indexes: [],
  changes: everyEvent({ rows: () => ['all'], fold }),
});

test('an event that one view can’t take changes no view at all', () => {
  const count = view('count', (_, event, key): ViewRow => ({ key, at: event.position }));
  const broken = view('broken', () => {
    throw new PoisonEvent('no');
  });
  const projection: Projection = { name: 'pair', version: 1, views: [count, broken] };
  const [event] = recorded(randomHistory({ seed: 1, size: 1 }));
  if (!event) throw new Error('the history is empty');
  const rows = new WorkingRows();
  expect(() => foldEvent(namedBy(projection, event), event, rows)).toThrow(PoisonEvent);
  expect(rows.get('count', 'all')).toBeNull();
  expect(rows.changes()).toEqual([]);
});

test('every view that another one copies from is written after it', () => {
  const changesOf = ({ changes }: View) => Object.values(changes).filter((change) => change !== null);
  const copied = desk.views.flatMap((view) => changesOf(view).flatMap((change) => change?.copiesFrom?.view ?? []));
  expect(copied.length).toBeGreaterThan(0);
  expect(desk.views.filter((view) => view.copied).map(({ name }) => name)).toEqual([...new Set(copied)]);
});
