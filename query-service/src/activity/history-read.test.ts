import type { SignedInContext } from '@dayline/http/handler';
import type { TrailEntry } from '@dayline/http/trail/entry';
import { testId } from '../testing/ids.ts';
import { contextFor, identity } from '../testing/sunrise.ts';
import { recordHistoryRead } from './history-read.ts';

const auditor = identity('auditor', testId(1));
const admin = identity('admin', testId(1));
const minute = 60_000;

test('one opening is one entry: by person, subject and ten minutes', () => {
  const recorded: TrailEntry[] = [];
  const read = recordHistoryRead({ record: (entry) => recorded.push(entry) });
  const by = (who: typeof auditor, minutes: number, subject: Record<string, string>) =>
    read(contextFor(who, minutes * minute) as SignedInContext, subject);
  by(auditor, 0, { appointmentId: 'a', patientId: 'p' });
  by(auditor, 1, { patientId: 'p', appointmentId: 'a' });
  by(auditor, 9.99, { appointmentId: 'a', patientId: 'p' });
  expect(recorded).toHaveLength(1);
  by(admin, 2, { appointmentId: 'a', patientId: 'p' });
  by(auditor, 3, { appointmentId: 'b', patientId: 'p' });
  by(auditor, 10, { appointmentId: 'a', patientId: 'p' });
  by(auditor, 11, { appointmentId: 'b', patientId: 'p' });
  expect(recorded.map(({ accountId, event }) => [accountId, event])).toEqual(
    [
      [auditor, 'a'],
      [admin, 'a'],
      [auditor, 'b'],
      [auditor, 'a'],
    ].map(([who, appointmentId]) => [
      (who as typeof auditor).accountId,
      { type: 'HistoryRead', data: { subject: { appointmentId, patientId: 'p' } } },
    ]),
  );
});

test('steps through moments are one opening, recorded with its first moment', () => {
  const recorded: TrailEntry[] = [];
  const read = recordHistoryRead({ record: (entry) => recorded.push(entry) });
  for (const asOf of ['2026-11-25T10:32:00.000Z', '2026-11-25T10:33:00.000Z']) {
    read(contextFor(auditor, 0) as SignedInContext, { date: '2026-11-18', asOf });
  }
  expect(recorded.map(({ event }) => event.data)).toEqual([
    { subject: { date: '2026-11-18', asOf: '2026-11-25T10:32:00.000Z' } },
  ]);
});
