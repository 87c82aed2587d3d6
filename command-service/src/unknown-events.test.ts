import type { Recorded } from '@dayline/contracts/events/definition';
import { account } from './account/account.ts';
import { client } from './client/client.ts';
import type { Fact } from './command-handler/decider.ts';
import { department } from './department/department.ts';
import { doctor } from './doctor/doctor.ts';
import { doctorDay } from './doctor-day/decide.ts';
import { doctorSchedule } from './doctor-schedule/doctor-schedule.ts';
import { patient } from './patient/patient.ts';
import { recorded } from './testing/given-when-then.ts';

interface Fold {
  readonly initial: unknown;
  fold(state: unknown, events: readonly Recorded<Fact>[]): unknown;
}

const deciders = { account, client, department, doctor, doctorDay, doctorSchedule, patient };

describe.each(Object.entries(deciders))('%s', (_, decider) => {
  test('folds no event that it does not know: it throws, and the message holds nothing of the event', () => {
    // Cast is safe: the event is of no decider's type, which is what this is about.
    const { initial, fold } = decider as unknown as Fold;
    const newer = recorded([{ type: 'SomethingNewer', data: { appointmentId: 'a', name: 'Meera' } }]);
    expect(() => fold(initial, newer)).toThrow(new TypeError('unexpected: SomethingNewer'));
  });
});
