import { nothingChanged } from '@dayline/contracts/words/replies';
import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "People to call" (the desk's day, 7), on the started product. */

let clinic: StartedClinic;
beforeAll(async () => {
  clinic = await sharedClinic();
});

test('a block leaves people to call; both desks’ notes stand, and who is moved or cancelled leaves the list', async () => {
  const { admin, auditor, doctor, stranger, clientId } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '10:00', 1));
  const date = clinic.inDays(2);
  const first = await clinic.book(pocId, date, '09:00', 'Asha Rao');
  const second = await clinic.book(pocId, date, '09:30', 'Meera Nair');
  const list = async (position: string | null, more = {}) =>
    admin.call('listCalls', { clientId, pocId, ...more }, readAfter(position));
  expect((await list(null)).reply()).toEqual([]);

  const { position } = (await admin.call('blockDay', { pocId, date, reason: 'Ill' })).reply();
  const called = (await list(position)).reply();
  expect(called).toMatchObject([
    { AppointmentId: first, UserName: 'Asha Rao', why: 'blocked', reason: 'Ill' },
    { AppointmentId: second, UserName: 'Meera Nair' },
  ]);
  expect(called[0]?.contact).toBeUndefined();

  const note = (reached: boolean, words: string | null) =>
    admin.call('noteContact', { appointmentId: first, reached, note: words });
  const notes = await Promise.all([note(false, 'rang out'), note(false, 'busy')]);
  for (const answer of notes) expect(answer.reply().message).toBe('Recorded as not reached.');
  const noted = (await note(true, null)).reply();
  expect((await list(noted.position)).reply()[0]?.contact).toMatchObject({ reached: true, note: null });
  const open = (await list(noted.position, { open: true })).reply();
  expect(open.map(({ AppointmentId }) => AppointmentId)).toEqual([second]);
  const page = await list(null, { page: 1, pageSize: 1, search: 'nair' });
  expect([page.headers['x-total-count'], page.reply()[0]?.AppointmentId]).toEqual(['1', second]);
  const story = (await auditor.call('getAppointmentStory', { appointmentId: first })).reply();
  const sentences = story.entries.map(({ sentence }) => sentence);
  expect(sentences.slice(-3).sort()).toEqual([
    'Phoned, not reached: busy',
    'Phoned, not reached: rang out',
    'Phoned, reached',
  ]);
  expect(JSON.stringify((await auditor.call('listActivity', { clientId })).reply())).toContain('called Asha Rao, ');

  const cancelled = (
    await admin.call('updateAppointmentStatusAsAdmin', { appointmentId: second, status: 'Cancelled' })
  ).reply();
  expect((await list(cancelled.position)).reply().map(({ AppointmentId }) => AppointmentId)).toEqual([first]);
  expect((await admin.call('noteContact', { appointmentId: second, reached: true })).failure().code).toBe(
    'appointment.not-confirmed',
  );
  expect((await auditor.call('listCalls', { clientId, pocId })).reply()).toHaveLength(1);

  const request = { appointmentId: first, reached: true };
  for (const person of [doctor, auditor]) {
    expect((await person.call('noteContact', request)).failure().code).toBe('access.role');
  }
  expect((await doctor.call('listCalls', { clientId })).failure().code).toBe('access.role');
  expect((await stranger.call('noteContact', request)).failure().code).toBe('access.foreign');
  expect((await stranger.call('listCalls', { clientId })).failure().code).toBe('access.foreign');
  const long = { ...request, note: 'x'.repeat(201) };
  expect((await admin.call('noteContact', long)).failure().code).toMatch(/^request\./);
});

test('a doctor is ill: who is cancelled on the blocked day comes back by one undo, with the money, to every list', async () => {
  const { admin, clientId } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '10:00', 2));
  const date = clinic.inDays(2);
  const names = ['Asha Rao', 'Meera Nair', 'Ravi Kumar'];
  const ids: string[] = [];
  for (const name of names) ids.push(await clinic.book(pocId, date, name === 'Ravi Kumar' ? '09:30' : '09:00', name));
  (await admin.call('blockDay', { pocId, date, reason: 'Ill' })).reply();
  const request = { appointmentIds: ids, status: 'Cancelled', money: 'refunded' } as const;
  const cancelled = (await admin.call('changeMany', request)).reply();
  // What the undo can't restore: the second's slot is taken after the block was removed and set again.
  (await admin.call('unblockSlot', { pocId, date })).reply();
  const taken = [
    await clinic.book(pocId, date, '09:30', 'Lata Iyer'),
    await clinic.book(pocId, date, '09:30', 'Om Das'),
  ];
  (await admin.call('blockDay', { pocId, date, reason: 'Ill' })).reply();
  const events = cancelled.results.map(({ appointmentId, eventId }) => ({ appointmentId, eventId: eventId ?? '' }));
  const undone = (await admin.call('undoMany', { batchId: cancelled.batchId, events })).reply();
  expect(undone).toMatchObject({ message: '2 of 3 undone' });
  expect(undone.results).toMatchObject([
    { outcome: 'done', status: 'Confirmed' },
    { outcome: 'done', status: 'Confirmed' },
    { outcome: 'refused', code: 'slot.full', message: expect.stringMatching(/./) },
  ]);
  const back = ids.slice(0, 2);
  const called = (await admin.call('listCalls', { clientId, pocId }, readAfter(undone.position))).reply();
  expect(called.map(({ AppointmentId }) => AppointmentId).sort()).toEqual([...back, ...taken].sort());
  const rows = (await admin.call('listAppointmentDetailsOfDoctor', { pocId, date })).reply();
  const shown = rows.filter(({ AppointmentId }) => back.includes(AppointmentId));
  expect(shown).toMatchObject(back.map(() => ({ Status: 'Confirmed', Payment_Status: 'Paid' })));
  const slots = (await admin.call('listSlotsOfDoctor', { clientId, pocId, from: date, to: date })).reply();
  expect(slots.appointmentDetails.map(({ noOfAppointments }) => noOfAppointments)).toEqual([2, 2]);
});

test('no call says that it did what was so already', async () => {
  const { admin, doctor, clientId } = clinic;
  const ownId = doctor.user.pocId ?? '';
  const pocId = await clinic.newDoctor(hours('00:00', '24:00', 2));
  const date = clinic.inDays(2);
  const later = await clinic.book(pocId, date, '09:30', 'Asha Rao');
  const walkIn = { userId: await clinic.newPatient('Meera Nair'), pocId, paymentStatus: 'Paid', clientId } as const;
  const { appointmentId: here } = (await admin.call('walkIn', walkIn)).reply();
  (await admin.call('withdrawArrival', { appointmentId: here })).reply();
  const twice = async (send: () => ReturnType<typeof admin.call>) => {
    (await send()).reply();
    return (await send()).reply();
  };
  const interval = hours('10:00', '11:00', 2);
  const schedule = [{ pocId, day: 'Monday' as const, timeIntervals: [interval] }];
  const replies = [
    await twice(() => admin.call('moveAppointment', { appointmentId: later, time: '10:00' })),
    await twice(() => admin.call('blockSlots', { pocId, date, timings: ['10:00'], reason: '' })),
    await twice(() => admin.call('unblockSlot', { pocId, date, time: '10:00' })),
    await twice(() => admin.call('blockDay', { pocId, date, reason: '' })),
    await twice(() => admin.call('unblockSlot', { pocId, date })),
    await twice(() => admin.call('arrive', { appointmentId: here })),
    await twice(() => admin.call('withdrawArrival', { appointmentId: here })),
    await twice(() =>
      admin.call('updateAppointmentStatusAsAdmin', { appointmentId: later, status: 'Cancelled', money: 'notRefunded' }),
    ),
    await twice(() =>
      admin.call('correctAppointmentStatus', { appointmentId: later, status: 'Confirmed', reason: 'Comes' }),
    ),
    await twice(() => admin.call('setDayHours', { pocId, date, intervals: [interval], reason: '' })),
    await twice(() => admin.call('clearDayHours', { pocId, date })),
    await twice(() => admin.call('updateSchedule', { schedule })),
    await twice(() => admin.call('setFeeRules', { pocId, feeRules: { rules: [] } })),
    await twice(() => admin.call('setOnRequest', { pocId, sentence: 'Call the ward' })),
    await twice(() => admin.call('setRoom', { pocId, room: 'Room 4' })),
    await twice(() => doctor.call('updateConsultationFees', { pocId: ownId, fees: '432.10' })),
    await twice(() => doctor.call('updateLink', { pocId: ownId, link: 'https://meet.google.com/abc-defg-hij' })),
  ];
  expect(replies).toMatchObject(replies.map(() => ({ message: nothingChanged, position: null })));
  const many = await admin.call('changeMany', { appointmentIds: [later], status: 'Cancelled', money: 'notRefunded' });
  expect(many.reply().message).toBe('1 of 1 marked as Cancelled');
  const again = await admin.call('changeMany', { appointmentIds: [later], status: 'Cancelled', money: 'notRefunded' });
  expect(again.reply()).toMatchObject({ message: '0 of 1 marked as Cancelled', position: null });
});
