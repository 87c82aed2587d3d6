import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "Overbook, with a reason" (the desk's day, 3), on the started product. */

let clinic: StartedClinic;
beforeAll(async () => {
  clinic = await sharedClinic();
});

test('a full time takes one more with a reason, of two at once one, and shows it where it is shown', async () => {
  const { admin, auditor, doctor, stranger, clientId } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '10:00', 1));
  const date = clinic.inDays(2);
  await clinic.book(pocId, date, '09:00', 'Asha Rao');
  const others = await Promise.all(['Ravi Kumar', 'Meera Nair'].map((name) => clinic.newPatient(name)));
  const requestOf = (userId: string) =>
    ({
      ...{ userId, pocId, date, time: '09:00', clientId, reason: 'Fever since yesterday' },
      ...{ type: 'Direct Consultation' as const, paymentStatus: 'Pay_later' as const },
    }) as const;
  const times = async (position: string | null) =>
    (await admin.call('listTimesWithAvailability', { pocId, date }, readAfter(position))).reply();
  expect((await times(null)).map(({ overbook }) => overbook ?? false)).toEqual([true, false]);

  const answers = await Promise.all(others.map((userId) => admin.call('overbook', requestOf(userId))));
  const [done, ...rest] = answers.sort((a, b) => a.status - b.status);
  const { appointmentId = '', position = null } = done?.reply() ?? {};
  expect(rest.map((answer) => answer.failure().code)).toEqual(['overbook.limit']);
  expect((await times(position)).map(({ overbook }) => overbook ?? false)).toEqual([false, false]);
  const rows = (await admin.call('listAppointmentDetailsOfDoctor', { pocId }, readAfter(position))).reply();
  expect(rows.filter(({ overbooked }) => overbooked).map(({ AppointmentId }) => AppointmentId)).toEqual([
    appointmentId,
  ]);
  const groups = (await admin.call('listSlotsOfDoctor', { clientId, pocId, from: date, to: date })).reply();
  expect(groups.appointmentDetails[0]).toMatchObject({ noOfAppointments: 2 });
  const story = (await auditor.call('getAppointmentStory', { appointmentId })).reply();
  expect(story.entries.map(({ sentence }) => sentence)).toContain('Overbooked: Fever since yesterday');

  const [userId = ''] = others;
  expect((await doctor.call('overbook', requestOf(userId))).failure().code).toBe('access.role');
  expect((await stranger.call('overbook', requestOf(userId))).failure().code).toBe('access.foreign');
  for (const reason of ['', 'x'.repeat(16_000)]) {
    expect((await admin.call('overbook', { ...requestOf(userId), reason })).failure().code).toMatch(/^request\./);
  }
});
