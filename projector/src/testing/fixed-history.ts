import { readFileSync } from 'node:fs';
import { type Category, streams } from '@dayline/contracts/events/categories';
import type { EventDefinition } from '@dayline/contracts/events/definition';
import { type DaylineEvent, eventsByCategory, type RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayOf, leaveId } from '@dayline/contracts/ids';
import { type Draft, recorded, testId } from './draft.ts';
import { randomHistory } from './history.ts';

const { pocId, date } = doctorDayOf('01J00000000000000000000P0C_20261121_01J00000000000000000000APP');
const [clientId, patientId] = ['01J00000000000000000000CAA', '01J00000000000000000000PAT'];

/** The streams of the samples, by the ids in them; streams that later ones refer to come first. */
const streamOf: Readonly<Record<Category, string>> = {
  client: streams.client(clientId),
  clientCalendar: streams.clientCalendar(clientId),
  clientDay: streams.clientDay(clientId, date),
  department: streams.department('01J00000000000000000000DEP'),
  doctor: streams.doctor(pocId),
  doctorSchedule: streams.doctorSchedule(pocId),
  patient: streams.patient(patientId),
  doctorDay: streams.doctorDay(pocId, date),
  leave: streams.leave(leaveId(pocId, testId(3))),
  message: streams.message('01J00000000000000000000P0C_20261121_01J00000000000000000000APP'),
  waiting: streams.waiting(testId(5)),
  import: streams.import(testId(1)),
  display: streams.display(testId(2)),
  apiKey: streams.apiKey(testId(4)),
  people: streams.people(clientId),
  account: streams.account('01J00000000000000000000ACC'),
  signIns: streams.signIns(clientId, '2025-10', testId(5)),
  signInMonth: streams.signInMonth(clientId, '2025-10'),
  logHead: streams.logHead('signed'),
  chat: streams.chat(clientId, '0123456789abcdef0123456789abcdef'),
  webhooks: streams.webhooks(clientId),
};

const samples = new URL('../../../contracts/src/events/golden/', import.meta.url);
// Cast is safe: a sample fits the newest version of its event.
const sampleOf = ({ type, version }: EventDefinition): DaylineEvent =>
  JSON.parse(readFileSync(new URL(`${type}.${version}.json`, samples), 'utf8')) as DaylineEvent;

/** Always the same events: a random history, then the sample of each event. */
export function fixedHistory(): RecordedDaylineEvent[] {
  const perCategory = Object.entries(streamOf).flatMap(([category, stream]) =>
    // Cast is safe: the keys are the categories.
    eventsByCategory[category as Category].map((definition): Draft => {
      const { type, data } = sampleOf(definition);
      return { stream, clientId, event: { type, data } as DaylineEvent };
    }),
  );
  return recorded([...randomHistory({ seed: 1, size: 400 }), ...perCategory]);
}
