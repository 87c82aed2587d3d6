import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import {
  book,
  drAsha,
  frontDesk,
  identity,
  lakeside,
  mark,
  openSunrise,
  setSchedule,
  sunrise,
  undo,
} from '../testing/sunrise.ts';
import { directoryWhenBooked } from './when-booked.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram } = sunrise;

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

describe('the story of an appointment', () => {
  test('is read from the log with its chain checked, and the reading is recorded', async () => {
    const booking = await book(clinic);
    const marked = await mark(clinic, booking, 'Not_Availed');
    clinic.clock.set('2026-11-21T04:10:04.000Z');
    await undo(clinic, booking, marked, 'Not_Availed');
    await clinic.project();
    const { appointmentId } = booking;
    const story = await desk.body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
    expect(story.entries.map(({ sentence, note }) => [sentence, note])).toEqual([
      ['Booked for Nov 21, 10:00 AM with Dr. Asha Menon, Direct Consultation', 'booking wizard'],
      ['Payment recorded: Pay later', null],
      ['Marked Not Visited', 'undone 4 s later'],
      ['Undo: status back to Confirmed', 'undoes the entry above'],
    ]);
    expect(story).toMatchObject({ chainWhole: true, zone: 'Asia/Kolkata', appointment: { Status: 'Confirmed' } });
    expect(desk.historiesRead).toEqual([{ appointmentId, patientId: expect.any(String) }]);
  });

  test('has what the hours of the booking say, by name', async () => {
    const special = {
      ...{ startTime: '17:00', endTime: '18:00', appointmentsPerSlot: 1, slotDuration: 20 },
      ...{ name: 'Special', weeks: [3 as const], branchId: 1, departmentId: sunrise.cardiology },
    };
    await setSchedule(clinic, clientId, asha, [{ day: 'Saturday', timeIntervals: [special] }]);
    const { appointmentId } = await book(clinic);
    await clinic.project();
    const story = await desk.body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
    const session = { name: 'Special', department: 'Cardiology', branch: 'Main Branch' };
    expect(story.whenBooked.hours).toEqual([{ ...special, session }]);
  });

  test('has the fee, link, hours, branch and doctor of the booking, whatever changed since', async () => {
    const link = 'https://meet.google.com/abc-defg-hij';
    const setDoctor = (fee: number, meetingLink: string) =>
      clinic.append(
        streams.doctor(asha),
        clientId,
        frontDesk,
        { type: 'ConsultationFeeSet', data: { fee } },
        { type: 'MeetingLinkSet', data: { link: meetingLink } },
      );
    await setDoctor(50_000, link);
    const { appointmentId } = await book(clinic, { branchId: 1 });
    const unnamed = await book(clinic, { branchId: 2, time: '10:30' });
    const before = await book(clinic, { pocId: vikram });
    await clinic.project();
    const read = async (id: string) =>
      desk.body('getAppointmentStory', { appointmentId: id }, identity('auditor', clientId));
    const bookedFacts = {
      fee: '500.00',
      meetingLink: link,
      hours: [{ startTime: '09:00', endTime: '11:00', appointmentsPerSlot: 2, slotDuration: 30 }],
      branch: { id: 1, name: 'Main Branch' },
    };
    expect((await read(appointmentId)).whenBooked).toEqual(bookedFacts);

    await setDoctor(75_000, 'https://meet.google.com/new-link-now');
    const revised = { qualification: null, location: null, experienceYears: null, contactNumber: null };
    await clinic.append(streams.doctor(asha), clientId, frontDesk, {
      type: 'DoctorProfileRevised',
      data: { name: 'Dr. Asha Menon-Rao', ...revised },
    });
    const afternoon = { startTime: '15:00', endTime: '16:00', appointmentsPerSlot: 1, slotDuration: 20 };
    await setSchedule(clinic, clientId, asha, [{ day: 'Saturday', timeIntervals: [afternoon] }]);
    await clinic.append(streams.client(clientId), clientId, frontDesk, {
      type: 'ClientRenamed',
      data: { name: 'Sunrise Hospital' },
    });
    await clinic.project();
    const story = await read(appointmentId);
    expect(story.whenBooked).toEqual(bookedFacts);
    expect(story.entries[0]?.sentence).toBe('Booked for Nov 21, 10:00 AM with Dr. Asha Menon, Direct Consultation');
    expect(story.appointment.POCName).toBe('Dr. Asha Menon-Rao');
    expect((await read(unnamed.appointmentId)).whenBooked.branch).toEqual({ id: 2, name: null });
    expect((await read(before.appointmentId)).whenBooked).toMatchObject({ fee: null, meetingLink: null, branch: null });
    const later = await book(clinic, { time: '15:00', branchId: 1 });
    await clinic.project();
    expect((await read(later.appointmentId)).whenBooked).toEqual({
      fee: '750.00',
      meetingLink: 'https://meet.google.com/new-link-now',
      hours: [afternoon],
      branch: { id: 1, name: 'Main Branch' },
    });
  });

  test('says what the patient was called, where the name was corrected since', async () => {
    const rename = (name: string, location = 'Pune') =>
      clinic.append(streams.patient(sunrise.rohan), clientId, frontDesk, {
        type: 'PatientDetailsCorrected',
        data: { name, email: null, location },
      });
    await rename('Rohan Kulkarny');
    const { appointmentId } = await book(clinic);
    clinic.clock.set('2026-11-21T05:10:00.000Z');
    await rename('Rohan Kulkarni');
    await rename('Rohan Kulkarni', 'Delhi');
    await clinic.project();
    const { entries } = await desk.body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
    expect(entries.map(({ sentence }) => sentence).slice(2)).toEqual([
      "The patient's name was corrected: Rohan Kulkarny → Rohan Kulkarni",
    ]);
  });

  test('has its header from the log, whatever the row of the views says', async () => {
    const booking = await book(clinic);
    await mark(clinic, booking, 'Not_Availed');
    await clinic.project();
    const forged = { status: 'Availed', payment: 'Paid', patientName: 'Different Person', time: '08:00' };
    const views: typeof clinic.views = {
      ...clinic.views,
      load: async (view, keys) =>
        new Map([...(await clinic.views.load(view, keys))].map(([key, row]) => [key, { ...row, ...forged }])),
    };
    const { appointmentId } = booking;
    const read = (of: typeof clinic) =>
      openViewReader(of).body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
    expect((await read({ ...clinic, views })).appointment).toEqual((await read(clinic)).appointment);
  });

  test('reads no further what nobody waits for', async () => {
    const { appointmentId } = await book(clinic);
    await clinic.append(streams.doctor(asha), clientId, frontDesk, {
      type: 'ConsultationFeeSet',
      data: { fee: 50_000 },
    });
    await clinic.project();
    const { directory } = (await desk.read()).of(clientId, undefined);
    const appointment = await desk.desk.row('appointments', appointmentId);
    if (!appointment) throw new Error('It is not in the views.');
    const signal = AbortSignal.abort(new Error('gone'));
    const booking = { appointment, position: appointment.at, directory, signal };
    const parts = { desk: desk.desk, sealedLog: clinic.sealedLog };
    await expect(directoryWhenBooked(parts, booking)).rejects.toThrow('gone');
  });

  test('has the messages to the patient, and says which may have been sent', async () => {
    const { appointmentId } = await book(clinic);
    const about = { appointmentId, patientId: sunrise.rohan, kind: 'booked' } as const;
    const message = (messageId: number) => ({ ...about, messageId });
    const times = { dueAt: '2026-11-21T04:13:00.000Z', startsAt: '2026-11-21T04:30:00.000Z', causedBy: 'a' };
    await clinic.append(
      streams.message(appointmentId),
      clientId,
      frontDesk,
      { type: 'MessagePlanned', data: { ...message(1), channel: 'email', ...times } },
      { type: 'MessageSendStarted', data: { ...message(1), attempt: 1 } },
      { type: 'MessageSent', data: message(1) },
      { type: 'MessagePlanned', data: { ...message(2), channel: 'email', ...times } },
      { type: 'MessageDropped', data: { ...message(2), because: 'cancelled' } },
      { type: 'MessagePlanned', data: { ...message(3), channel: 'email', ...times } },
      { type: 'MessageSendStarted', data: { ...message(3), attempt: 1 } },
    );
    await clinic.project();
    const story = await desk.body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
    const sentences = story.entries
      .map(({ sentence }) => sentence)
      .filter((sentence) => sentence.startsWith('Message'));
    expect([...sentences].sort()).toEqual([
      'Message may have been sent (booking); it is not sent again',
      'Message not sent (booking): the visit was cancelled',
      ...Array.from({ length: 3 }, () => 'Message planned (booking), for Nov 21, 9:43 AM'),
      'Message sent (booking)',
    ]);
    expect(story.chainWhole).toBe(true);
  });

  test('says so when the chain is not whole', async () => {
    const { appointmentId } = await book(clinic);
    await clinic.project();
    const { readStream } = clinic.eventLog;
    const forged = async (...args: Parameters<typeof readStream>) =>
      (await readStream.apply(clinic.eventLog, args)).map((event) =>
        event.type === 'AppointmentBooked' ? { ...event, data: { ...event.data, time: '09:00' } } : event,
      );
    const otherReader = openViewReader({ ...clinic, eventLog: { ...clinic.eventLog, readStream: forged } });
    const story = await otherReader.body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
    expect(story).toMatchObject({ chainWhole: false });
  });

  describe('shows refused attempts', () => {
    /** Records a refused attempt on an appointment by an account of a client. */
    const refuse = (appointmentId: string, { code = 'appointment.changed', actor = drAsha, of = clientId } = {}) =>
      clinic.append(streams.account(actor.id), of, actor, {
        type: 'CommandRefused',
        data: { call: 'updateAppointmentStatusAsDoctor', subject: { appointmentId, status: 'Availed' }, code },
      });
    const read = async (appointmentId: string, role: 'admin' | 'auditor' | 'doctor') => {
      await clinic.project();
      const who = identity(role, clientId, role === 'doctor' ? asha : null);
      return desk.body('getAppointmentStory', { appointmentId }, who);
    };
    const tried = ['Tried to mark it Visited', 'refused: Someone else has changed this appointment.'];

    test.each(['auditor', 'admin'] as const)('of a doctor, in place, to the client’s %s', async (role) => {
      const booking = await book(clinic);
      clinic.clock.set('2026-11-21T04:10:04.250Z');
      await refuse(booking.appointmentId);
      clinic.clock.set('2026-11-21T04:10:09.000Z');
      await mark(clinic, booking, 'Not_Availed');
      const { entries, refusalsLevel } = await read(booking.appointmentId, role);
      expect(entries.map(({ sentence, note }) => [sentence, note]).slice(1)).toEqual([
        ['Payment recorded: Pay later', null],
        tried,
        ['Marked Not Visited', null],
      ]);
      expect(entries[2]).toMatchObject({ actor: drAsha, recordedAt: '2026-11-21T04:10:04.250Z' });
      expect(refusalsLevel).toBe(true);
    });

    test('not to a doctor, nor those on another appointment or of another client', async () => {
      const [first, second] = [await book(clinic), await book(clinic, { time: '10:30' })];
      await refuse(first.appointmentId);
      await refuse(second.appointmentId, { of: lakeside.clientId, actor: { ...drAsha, id: testId(43) } });
      expect((await read(first.appointmentId, 'doctor')).entries.map(({ type }) => type)).not.toContain(
        'CommandRefused',
      );
      expect((await read(second.appointmentId, 'auditor')).entries.map(({ type }) => type)).toEqual([
        'AppointmentBooked',
        'AppointmentPaymentRecorded',
      ]);
    });

    test('of an erased patient’s appointment without the person', async () => {
      const { appointmentId } = await book(clinic);
      await refuse(appointmentId);
      await clinic.append(streams.patient(sunrise.rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
      const story = await read(appointmentId, 'auditor');
      expect(story.entries.map(({ sentence, note }) => [sentence, note])).toContainEqual(tried);
      expect(story.appointment.UserName).toBeNull();
      expect(JSON.stringify(story)).not.toContain('Rohan');
    });

    test('and of an erased patient’s corrections without the reason, even while the key is still there', async () => {
      const { appointmentId, change, stream } = await book(clinic);
      const reason = 'Rohan was in the next room';
      const statuses = { statusBefore: 'Confirmed', statusAfter: 'Not_Availed' } as const;
      await clinic.append(stream, clientId, frontDesk, {
        type: 'AppointmentStatusCorrected',
        data: { ...change, ...statuses, reason },
      });
      const before = await read(appointmentId, 'auditor');
      expect(before.entries.at(-1)).toMatchObject({
        sentence: `Corrected to Not Visited: ${reason}`,
        data: { reason },
      });
      await clinic.append(streams.patient(sunrise.rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
      const story = await read(appointmentId, 'auditor');
      expect(story.entries.at(-1)).toMatchObject({ sentence: 'Corrected to Not Visited', data: { reason: null } });
      expect(JSON.stringify(story)).not.toContain('Rohan');
    });

    test('and says so while some may be missing', async () => {
      const { appointmentId } = await book(clinic);
      expect((await read(appointmentId, 'auditor')).refusalsLevel).toBe(true);
      await refuse(appointmentId);
      clinic.clock.set('2026-11-21T05:10:00.000Z');
      const behind = await desk.body('getAppointmentStory', { appointmentId }, identity('auditor', clientId));
      expect(behind.refusalsLevel).toBe(false);
      const { entries, refusalsLevel } = await read(appointmentId, 'auditor');
      expect(refusalsLevel).toBe(true);
      expect(entries.at(-1)?.sentence).toBe('Tried to mark it Visited');
    });
  });

  test('is 404 for an appointment that nobody booked, and tells nobody', async () => {
    const { appointmentId } = await book(clinic);
    expect(await desk.ask('getAppointmentStory', { appointmentId })).toEqual({ refused: 'appointment.unknown' });
    expect(desk.historiesRead).toEqual([]);
  });
});
