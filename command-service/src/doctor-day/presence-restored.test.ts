import { usualQueueRule } from '@dayline/contracts/clinic/queue';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { isRefused, isRepeated } from '../command-handler/decider.ts';
import { booked, clinicAt, context, date, idOf, patientOf, planned } from '../testing/doctor-day.ts';
import { recorded } from '../testing/given-when-then.ts';
import { type DoctorDayCommand, doctorDay } from './decide.ts';

/**
 * "It puts back all that the undone event took": a patient who waited waits again with the same token in the same
 * order, and a called patient waits, however the presence ended and however the appointment is restored.
 */

const now = context({ now: clinicAt(date, '08:40') });
const elsewhere = idOf(1).replace('20261121', '20261123');

const stateOf = (history: readonly Recorded<DoctorDayEvent>[]) => doctorDay.fold(doctorDay.initial, history);
const lastIdOf = (history: readonly Recorded<DoctorDayEvent>[]): string => history.at(-1)?.id ?? '';

/** A command on a history, which must accept it. */
type Step = (history: readonly Recorded<DoctorDayEvent>[]) => DoctorDayCommand;
function after(history: readonly Recorded<DoctorDayEvent>[], ...steps: readonly Step[]): Recorded<DoctorDayEvent>[] {
  const past = [...history];
  for (const step of steps) {
    const decision = doctorDay.decide(stateOf(past), step(past), now);
    if (isRefused(decision) || isRepeated(decision)) throw new Error(JSON.stringify(decision));
    const commandId = `command-${past.length}`;
    past.push(...recorded(decision, { at: clinicAt(date, '08:40'), commandId }, past.length));
  }
  return past;
}

const arrive = (index: number) => () => ({ kind: 'arrive', appointmentId: idOf(index) }) as const;
const call = () => ({ kind: 'call', appointmentId: idOf(1), room: 'Room 4' }) as const;
const mark = (status: 'Availed' | 'Not_Availed' | 'Cancelled') => () =>
  ({ kind: 'changeStatus', appointmentId: idOf(1), status, as: 'admin' }) as const;
const correct = (status: 'Confirmed' | 'Availed' | 'Not_Availed' | 'Cancelled') => () =>
  ({ kind: 'correct', appointmentId: idOf(1), status, reason: 'x' }) as const;
const undo: Step = (history) => ({
  ...{ kind: 'undo', appointmentId: idOf(1), eventId: lastIdOf(history) },
  ...{ status: 'Confirmed', as: 'admin' },
});
const startMove: Step = () => ({
  ...{ kind: 'startMove', moveId: 'move', appointmentId: idOf(1), to: elsewhere, toTime: '09:00', reason: null },
});
const endMove: Step = () => ({ kind: 'endMove', moveId: 'move', code: null });
const moveBack: Step = () => ({
  ...{ kind: 'moveBack', moveId: 'back', from: elsewhere, to: idOf(1), patientId: patientOf(1), against: null },
});

/** Two patients have arrived; the status of the first one changes. */
const both = after(recorded([planned, booked(1), booked(2)]), arrive(1), arrive(2));
const waits = { token: 1, arrivedAt: '08:40', call: null };
const presences = [
  { presence: 'not there', history: recorded([planned, booked(1), booked(2)]), restored: null, next: null },
  { presence: 'waiting', history: both, restored: waits, next: 1 },
  { presence: 'called', history: after(both, call), restored: waits, next: 1, isCalled: true },
  { presence: 'called again', history: after(both, call, call), restored: waits, next: 1, isCalled: true },
  {
    presence: 'called and back to waiting',
    history: after(both, call, () => ({ kind: 'withdrawCall', appointmentId: idOf(1) })),
    ...{ restored: waits, next: 1 },
  },
  {
    presence: 'withdrawn',
    history: after(both, () => ({ kind: 'withdrawArrival', appointmentId: idOf(1) })),
    ...{ restored: null, next: 2 },
  },
];

/** Each status change, and each way back from it to Confirmed. */
const marks = [
  { taken: 'Visited', by: [mark('Availed')] },
  { taken: 'Not Visited', by: [mark('Not_Availed')] },
  { taken: 'Cancelled', by: [mark('Cancelled')] },
  { taken: 'Cancelled again after an undo', by: [mark('Cancelled'), undo, mark('Cancelled')] },
];
const corrections = [
  { taken: 'corrected to Visited', by: [correct('Availed')] },
  { taken: 'corrected to Not Visited', by: [correct('Not_Availed')] },
  { taken: 'corrected to Cancelled', by: [correct('Cancelled')] },
  { taken: 'Visited, Cancelled, Not Visited', by: [mark('Availed'), correct('Cancelled'), correct('Not_Availed')] },
];
const ways = [
  ...marks.map((change) => ({ ...change, back: 'an undo', steps: [undo] })),
  ...[...marks, ...corrections].map((change) => ({ ...change, back: 'a correction', steps: [correct('Confirmed')] })),
  { taken: 'moved', by: [startMove, endMove], back: 'the undo of the move', steps: [moveBack] },
];
/** A called patient can't be moved. */
const cases = presences.flatMap(({ isCalled = false, ...presence }) =>
  ways.filter(({ taken }) => !(isCalled && taken === 'moved')).map((way) => ({ ...presence, ...way })),
);

test.each(cases)('$presence, $taken, then $back', ({ history, by, steps, restored, next }) => {
  const callNext = (token: number) => ({ kind: 'callNext', token, rule: usualQueueRule, room: null }) as const;
  const gone = after(history, ...by);
  const back = after(gone, ...steps);
  expect(stateOf(back).appointments.get(idOf(1))).toMatchObject({ status: 'Confirmed', presence: restored });
  if (next) expect(doctorDay.decide(stateOf(back), callNext(next), now)).toMatchObject([{ type: 'PatientCalled' }]);
  expect(doctorDay.decide(stateOf(gone), callNext(1), now)).toMatchObject({ refused: 'queue.changed' });
});
