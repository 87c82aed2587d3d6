import { streams } from '@dayline/contracts/events/categories';
import { runs } from '@dayline/contracts/testing/trials';
import { eventsIn } from '../../testing/event-file.ts';
import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** Moves (the desk's day, 1) on the started product. */

let clinic: StartedClinic;
let pocId = '';
let date = '';
beforeAll(async () => {
  clinic = await sharedClinic();
});
async function addDoctor(): Promise<void> {
  pocId = await clinic.newDoctor(hours('09:00', '11:00', 1));
  date = clinic.inDays(3);
}

const move = (appointmentId: string, time: string, more: { reason?: string } = {}, headers = {}) =>
  clinic.admin.call('moveAppointment', { appointmentId, time, ...more }, headers);
/** "As of" reads the views of the activity too. */
const readActivityAfter = (position: string | null) =>
  clinic.admin.call('countActivity', { clientId: clinic.clientId, date: clinic.inDays(0) }, readAfter(position));
const freeTimes = async (position: string | null) =>
  (await clinic.admin.call('listAvailableTimes', { pocId, date }, readAfter(position))).reply();

describe('on the same day', () => {
  beforeEach(addDoctor);

  test('moves the visit in lists, slots, story and activity, and undoes it once', async () => {
    const { admin, auditor, clientId } = clinic;
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Ravi Kumar');
    const moved = (await move(appointmentId, '10:30', { reason: 'Late bus' })).reply();
    expect(moved).toMatchObject({ message: 'Appointment moved.', appointmentId, time: '10:30' });
    expect(await freeTimes(moved.position)).toEqual(['09:00', '09:30', '10:00']);
    const detail = (await admin.call('listAppointmentDetailsOfDoctor', { pocId })).reply();
    expect(detail).toMatchObject([{ AppointmentId: appointmentId, AppointmentTime: '10:30', minutes: 30 }]);
    const groups = (await admin.call('listSlotsOfDoctor', { clientId, pocId, from: date, to: date })).reply();
    expect(groups.appointmentDetails.map(({ noOfAppointments }) => noOfAppointments)).toEqual([0, 0, 0, 1]);
    const story = (await auditor.call('getAppointmentStory', { appointmentId })).reply();
    expect(story.entries.at(-1)?.sentence).toBe('Moved from 9:00 AM to 10:30 AM: Late bus');
    await readActivityAfter(moved.position);
    const activity = (await auditor.call('listActivity', { clientId, pageSize: 50, action: 'move' })).reply();
    expect(activity.entries[0]?.sentence).toMatch(/^moved Ravi Kumar, .*, 10:30 AM, Dr\. Test .*, from 9:00 AM\.$/);

    const undo = { appointmentId, undo: moved.eventId ?? '' };
    const back = (await admin.call('undoMove', undo)).reply();
    expect(back).toMatchObject({ time: '09:00', undoUntil: null });
    expect((await admin.call('undoMove', undo)).reply()).toMatchObject({
      eventId: back.eventId,
      position: back.position,
    });
    expect(await freeTimes(back.position)).toEqual(['09:30', '10:00', '10:30']);
  });

  test('one of those who move to a last place at once gets it, and no visit is in two', async () => {
    const times = ['09:00', '09:30', '10:00'];
    const ids = await Promise.all(times.map((time) => clinic.book(pocId, date, time, `Patient of ${time}`)));
    const answers = await Promise.all(
      Array.from({ length: runs(2, 20) }, () => ids.map((id) => move(id, '10:30'))).flat(),
    );
    const done = answers.filter(({ status }) => status === 200).map((answer) => answer.reply().appointmentId);
    expect(new Set(done).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(['slot.full', 'log.conflict']).toContain(answer.failure().code);
    }
    const events = await eventsIn(clinic.product.dataDir, streams.doctorDay(pocId, date));
    expect(events.filter(({ type }) => type === 'AppointmentRescheduled')).toHaveLength(1);
    const moved = times[ids.indexOf(done[0] ?? '')];
    expect(await freeTimes(answers.find(({ status }) => status === 200)?.reply().position ?? null)).toEqual([moved]);
  });

  test('the same key moves once, and the desk alone moves', async () => {
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Meera Nair');
    const key = { 'Idempotency-Key': `move-${pocId}` };
    const first = (await move(appointmentId, '09:30', {}, key)).reply();
    expect((await move(appointmentId, '09:30', {}, key)).reply()).toEqual(first);
    expect((await move(appointmentId, '10:00', {}, key)).failure().code).toBe('key.reused');
    const request = { appointmentId, time: '10:00' };
    expect((await clinic.doctor.call('moveAppointment', request)).failure().code).toBe('access.role');
    expect((await clinic.auditor.call('moveAppointment', request)).failure().code).toBe('access.role');
    expect((await clinic.stranger.call('moveAppointment', request)).failure().code).toBe('access.foreign');
    expect((await clinic.stranger.call('undoMove', { appointmentId, undo: first.eventId ?? '' })).status).toBe(403);
    const long = await move(appointmentId, '10:00', { reason: 'x'.repeat(16_000) });
    expect(long.failure().code).toMatch(/^request\./);
    expect((await move(appointmentId, '25:00')).failure().code).toBe('request.invalid');
  });

  test('as of before the move, the visit is where it was', async () => {
    const { auditor } = clinic;
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Asha Rao');
    const moved = (await move(appointmentId, '10:00')).reply();
    await readActivityAfter(moved.position);
    const { entries } = (await auditor.call('getAppointmentStory', { appointmentId })).reply();
    const timesAt = async (index: number) => {
      const { position = '' } = entries.at(index) ?? {};
      const answer = await auditor.call('listAppointmentsAsOf', { position, pocId, date });
      return answer.reply().appointments.map(({ AppointmentTime }) => AppointmentTime);
    };
    expect([await timesAt(-2), await timesAt(-1)]).toEqual([['09:00'], ['10:00']]);
  });
});

describe('to another doctor and day', () => {
  let otherDoctor = '';
  let later = '';
  beforeEach(async () => {
    await addDoctor();
    otherDoctor = await clinic.newDoctor(hours('09:00', '11:00', 1));
    later = clinic.inDays(5);
  });
  const elsewhere = (appointmentId: string, headers = {}) =>
    clinic.admin.call('moveAppointment', { appointmentId, pocId: otherDoctor, date: later, time: '10:00' }, headers);
  const listed = async (of: string, position: string | null) =>
    (await clinic.admin.call('listAppointmentDetailsOfDoctor', { pocId: of }, readAfter(position)))
      .reply()
      .map(({ AppointmentId, AppointmentDate, AppointmentTime, Payment_Status }) => [
        ...[AppointmentId, AppointmentDate, AppointmentTime, Payment_Status],
      ]);

  test('the visit is in the lists and sums of the new day alone, until it is undone', async () => {
    const { admin, clientId } = clinic;
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Ravi Kumar');
    const count = async (position: string | null) =>
      (await admin.call('countAppointmentsOfClient', { clientId, status: 'Confirmed' }, readAfter(position))).reply();
    const before = await count(null);
    const moved = (await elsewhere(appointmentId)).reply();
    expect(moved).toMatchObject({ pocId: otherDoctor, date: later, time: '10:00' });
    expect(await listed(pocId, moved.position)).toEqual([]);
    expect(await listed(otherDoctor, moved.position)).toEqual([[moved.appointmentId, later, '10:00', 'Paid']]);
    expect(await count(moved.position)).toEqual(before);
    expect(await freeTimes(moved.position)).toEqual(['09:00', '09:30', '10:00', '10:30']);
    const request = { clientId, pocId };
    const list = (await clinic.auditor.call('listMovedAppointments', request, readAfter(moved.position))).reply();
    expect(list).toMatchObject([
      {
        AppointmentId: appointmentId,
        UserName: 'Ravi Kumar',
        to: { AppointmentId: moved.appointmentId, AppointmentTime: '10:00' },
      },
    ]);
    expect((await clinic.stranger.call('listMovedAppointments', request)).status).toBe(403);
    const undone = (
      await admin.call('undoMove', { appointmentId: moved.appointmentId, undo: moved.eventId ?? '' })
    ).reply();
    expect(undone).toMatchObject({ appointmentId, pocId, date, time: '09:00' });
    expect(await listed(pocId, undone.position)).toEqual([[appointmentId, date, '09:00', 'Paid']]);
    expect(await listed(otherDoctor, undone.position)).toEqual([]);
    expect(await count(undone.position)).toEqual(before);
    expect((await admin.call('listMovedAppointments', request, readAfter(undone.position))).reply()).toEqual([]);
    expect((await admin.call('listMovedAppointments', { clientId, pocId: otherDoctor })).reply()).toEqual([]);
  });

  test('its story is the whole visit’s, read from either end, and the past is as it was', async () => {
    const { auditor } = clinic;
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Meera Nair');
    const moved = (await elsewhere(appointmentId)).reply();
    await readActivityAfter(moved.position);
    const sentences = async (id: string) => {
      const story = (await auditor.call('getAppointmentStory', { appointmentId: id })).reply();
      expect(story.chainWhole).toBe(true);
      return story.entries.map(({ sentence }) => sentence.replaceAll(/Dr\. Test \d+/g, 'Dr. Test'));
    };
    const whole = await sentences(appointmentId);
    expect(
      whole.map((sentence) => sentence.replace(/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+/, 'day')),
    ).toEqual([
      'Booked for day, 9:00 AM with Dr. Test, Direct Consultation',
      'Payment recorded: Paid',
      'Moving to day, 10:00 AM with Dr. Test',
      'Booked for day, 10:00 AM with Dr. Test, Direct Consultation',
      'Moved here from day with Dr. Test; payment unchanged: Paid',
      'Moved to day, 10:00 AM with Dr. Test',
    ]);
    expect(await sentences(moved.appointmentId)).toEqual(whole);
    const { entries, movedTo } = (await auditor.call('getAppointmentStory', { appointmentId })).reply();
    expect(movedTo).toMatchObject({ appointmentId: moved.appointmentId, date: later, time: '10:00' });
    const idsAt = async (index: number, of: string, day: string) => {
      const { position = '' } = entries.at(index) ?? {};
      const answer = await auditor.call('listAppointmentsAsOf', { position, pocId: of, date: day });
      return answer.reply().appointments.map(({ AppointmentId, movingTo }) => [AppointmentId, movingTo?.time]);
    };
    expect(await idsAt(1, pocId, date)).toEqual([[appointmentId, undefined]]);
    expect(await idsAt(2, pocId, date)).toEqual([[appointmentId, '10:00']]);
    expect(await idsAt(-1, pocId, date)).toEqual([]);
    expect(await idsAt(-1, otherDoctor, later)).toEqual([[moved.appointmentId, undefined]]);
  });

  test('a place that isn’t the client’s is refused, and the same key moves once', async () => {
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Asha Rao');
    const foreign = { appointmentId, pocId: `7${otherDoctor.slice(1)}`, date: later, time: '10:00' };
    expect((await clinic.admin.call('moveAppointment', foreign)).status).toBe(403);
    const key = { 'Idempotency-Key': `elsewhere-${pocId}` };
    const [first, again] = await Promise.all([elsewhere(appointmentId, key), elsewhere(appointmentId, key)]);
    expect(again.reply()).toEqual(first.reply());
    expect((await clinic.admin.call('moveAppointment', { appointmentId, time: '10:00' })).failure()).toMatchObject({
      code: 'appointment.moved',
      details: { moved: { appointmentId: first.reply().appointmentId, date: later, time: '10:00' } },
    });
    const events = await eventsIn(clinic.product.dataDir, streams.doctorDay(otherDoctor, later));
    expect(events.filter(({ type }) => type === 'AppointmentMovedIn')).toHaveLength(1);
  });
});
