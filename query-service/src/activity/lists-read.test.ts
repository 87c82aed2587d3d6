import type { QueryHandlers } from '@dayline/http/handler';
import { testId } from '../testing/ids.ts';
import { contextFor, identity } from '../testing/sunrise.ts';
import { recordingLists } from './lists-read.ts';

const clientId = testId(1);
const [auditor, admin] = [identity('auditor', clientId), identity('admin', clientId)];

/** What is recorded when a list is read; `answer` is what its handler returns. */
async function recordedOf(name: keyof QueryHandlers, request: object, who = auditor, answer: object = { body: [] }) {
  const subjects: Readonly<Record<string, string>>[] = [];
  // Cast is safe: only the named handler is called.
  const handlers = { [name]: async () => answer } as unknown as QueryHandlers;
  const wrapped = recordingLists(handlers, (_context, subject) => subjects.push(subject));
  // Cast is safe: the handler passes request and context through.
  const handle = wrapped[name] as unknown as (request: object, context: object) => Promise<object>;
  expect(await handle(request, contextFor(who, 0))).toBe(answer);
  return subjects;
}

test.each([
  [
    'listAppointmentDetailsOfClient',
    { clientId, date: '2026-11-18', search: 'Rohan' },
    { list: 'appointments', date: '2026-11-18', search: 'yes' },
  ],
  ['listAppointmentDetailsOfDoctor', { pocId: testId(2) }, { list: 'appointments', pocId: testId(2) }],
  ['listUsers', { clientId, search: 'Rohan' }, { list: 'patients', search: 'yes' }],
  ['searchPatients', { clientId, search: 'Rohan' }, { list: 'patients', search: 'yes' }],
  ['listReplayMarks', { date: '2026-11-18' }, { list: 'marks', date: '2026-11-18' }],
  ['listActivity', { clientId }, { list: 'activity' }],
  ['checkLog', { clientId }, { list: 'check' }],
] as const)('an auditor’s read of %s is recorded, a searched name never', async (name, request, subject) => {
  expect(await recordedOf(name, request)).toEqual([subject]);
});

test('the desk’s own lists are not recorded for the desk, histories are for everybody', async () => {
  expect(await recordedOf('listUsers', { clientId }, admin)).toEqual([]);
  expect(await recordedOf('listActivity', { clientId }, admin)).toEqual([{ list: 'activity' }]);
});

test('what was refused was not read, and a person’s history is recorded as such', async () => {
  expect(await recordedOf('listUsers', { clientId }, auditor, { refused: 'request.invalid' })).toEqual([]);
  expect(await recordedOf('listActivity', { clientId, patientId: testId(3) })).toEqual([]);
});
