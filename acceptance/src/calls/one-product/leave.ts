import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { readAfter, type SignedIn } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** A doctor's leave on the started product: previewed, carried out row by row, undone, ended, and refused. */

let clinic: StartedClinic;
let pocId = '';
let colleague = '';
let from = '';
let to = '';
beforeAll(async () => {
  clinic = await sharedClinic();
  pocId = await clinic.newDoctor(hours('09:00', '10:00', 1));
  colleague = await clinic.newDoctor(hours('09:00', '10:00', 5));
  from = clinic.inDays(3);
  to = clinic.inDays(4);
});

type Leave = ResponseOf<'getLeave'>;
/** Reads a leave that a command has changed, until it is as expected. */
async function leaveOnce(
  changed: { readonly leaveId: string; readonly position: string | null; readonly pocId?: string },
  is: (leave: Leave) => boolean,
  reader: Pick<SignedIn, 'call'> = clinic.admin,
): Promise<Leave> {
  const of = { pocId: changed.pocId ?? pocId, leaveId: changed.leaveId };
  let leave = (await reader.call('getLeave', of, readAfter(changed.position))).reply();
  while (!is(leave)) leave = (await reader.call('getLeave', of)).reply();
  return leave;
}

test('previewed, started, settled row by row, shown in each story, and undone as one', async () => {
  const { admin, auditor, clientId } = clinic;
  const names = ['Leela Before', 'Mohan Between', 'Nita Cancelled', 'Omar Kept'];
  const places = [from, from, to, to].map((date, index) => [date, index % 2 === 0 ? '09:00' : '09:30'] as const);
  for (const [index, [date, time]] of places.entries()) await clinic.book(pocId, date, time, names[index] ?? '');
  const plan = { pocId, from, to };
  const { days } = (await admin.call('previewLeave', { ...plan, colleague })).reply();
  expect(days.map(({ date, hasHours, bookings }) => [date, hasHours, bookings.map((row) => row.patientName)])).toEqual([
    [from, true, names.slice(0, 2)],
    [to, true, names.slice(2)],
  ]);
  expect(days[0]?.at).toMatch(/^\d+/);
  expect(days[0]?.colleagues).toMatchObject([{ pocId: colleague, free: 10 }]);
  const all = days.flatMap(({ bookings }) => bookings);
  const after = clinic.inDays(5);
  expect(all.map(({ later }) => later && [later.date, later.time])).toEqual([
    [after, '09:00'],
    [after, '09:30'],
    [clinic.inDays(6), '09:00'],
    [clinic.inDays(6), '09:30'],
  ]);
  expect(all[0]?.colleague).toMatchObject({ pocId: colleague, date: from, time: '09:00' });
  const [first, second, third, fourth] = all;
  if (!(first?.colleague && second?.later && third && fourth)) throw new Error('There is no proposal.');
  const [placeOf, laterOf] = [first.colleague, second.later].map(({ pocName: _, ...place }) => place);
  const rows = [
    { appointmentId: first.appointmentId, action: 'move' as const, to: placeOf ?? null },
    { appointmentId: second.appointmentId, action: 'move' as const, to: laterOf ?? null },
    { appointmentId: third.appointmentId, action: 'cancel' as const, to: null },
    { appointmentId: fourth.appointmentId, action: 'keep' as const, to: null },
  ];
  const request = { ...plan, reason: 'Conference, Kochi', rows };
  expect((await admin.call('startLeave', request)).failure().code).toBe('refund.undecided');
  expect(
    (await admin.call('startLeave', { ...request, rows: rows.slice(1), money: 'refunded' })).failure(),
  ).toMatchObject({
    code: 'leave.changed',
    details: { bookings: [{ appointmentId: first.appointmentId, date: from, time: '09:00' }] },
  });
  const key = { 'Idempotency-Key': `leave-${pocId}` };
  const started = (await admin.call('startLeave', { ...request, money: 'refunded' }, key)).reply();
  expect((await admin.call('startLeave', { ...request, money: 'refunded' }, key)).reply()).toEqual(started);
  const { leaveId } = started;
  const settled = await leaveOnce(started, ({ state }) => state === 'settled');
  expect(settled.rows.map(({ patientName, outcome }) => [patientName, outcome])).toEqual(
    names.map((name, index) => [name, ['moved', 'moved', 'cancelled', 'kept'][index]]),
  );
  expect(settled.undoUntil).not.toBeNull();
  const range = expect.stringMatching(/because of Dr\. Test \d+'s leave, \w{3} \d+ to \w{3} \d+/);
  const story = (await auditor.call('getAppointmentStory', { appointmentId: first.appointmentId })).reply();
  expect(story.entries.map(({ sentence }) => sentence).filter((words) => words.includes('because'))).toEqual([range]);
  const toCall = (await admin.call('listCalls', { clientId, pocId })).reply();
  expect(toCall.map(({ UserName, why }) => [UserName, why])).toEqual([['Omar Kept', 'blocked']]);
  expect((await admin.call('listLeaves', { pocId })).reply()).toMatchObject([{ leaveId, state: 'settled', rows: 4 }]);

  const undone = (await admin.call('undoLeave', { pocId, leaveId })).reply();
  const back = await leaveOnce({ ...undone, leaveId }, ({ state }) => state === 'undone');
  expect(back.rows.map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'undone', 'kept']);
  const visits = (await admin.call('listAppointmentDetailsOfDoctor', { pocId }, readAfter(undone.position))).reply();
  expect(visits.map(({ Status, AppointmentTime }) => `${Status} ${AppointmentTime}`).sort()).toEqual([
    ...['Confirmed 09:00', 'Confirmed 09:00', 'Confirmed 09:30', 'Confirmed 09:30'],
  ]);
  expect((await admin.call('listCalls', { clientId, pocId })).reply()).toEqual([]);
  expect((await admin.call('endLeave', { pocId, leaveId })).failure().code).toBe('leave.ended');
});

test('a doctor leaves with 40 bookings: each has a choice first, then nobody can be booked, and the choices follow', async () => {
  const { admin, doctor, clientId, inDays } = clinic;
  const own = await clinic.newDoctor(hours('09:00', '10:00', 10));
  const other = await clinic.newDoctor(hours('09:00', '10:00', 4));
  const days = [2, 3, 4, 5].map(inDays);
  const [from = '', until = ''] = [days[0], days.at(-1)];
  for (let count = 0; count < 39; count += 1) {
    await clinic.book(own, days[count % 4] ?? '', '09:00', `Later ${count}`);
  }
  const plan = { pocId: own, from, to: until };
  const previewed = async () =>
    (await admin.call('previewLeave', { ...plan, colleague: other })).reply().days.flatMap(({ bookings }) => bookings);
  const chosen = (rows: Awaited<ReturnType<typeof previewed>>) =>
    rows.map(({ appointmentId, colleague: place }, index) => {
      if (!place) return { appointmentId, action: index % 2 === 0 ? ('cancel' as const) : ('keep' as const), to: null };
      const { pocName: _, ...to } = place;
      return { appointmentId, action: 'move' as const, to };
    });
  const start = async (rows: ReturnType<typeof chosen>, who: Pick<SignedIn, 'call'> = admin) =>
    who.call('startLeave', { ...plan, rows, money: 'refunded', lastDay: true });
  const before = chosen(await previewed());
  const ofDoctor = { search: (await admin.call('getDoctor', { pocId: own })).reply().name, clientId };
  const isGone = async () => (await admin.call('listDoctorsOfClient', ofDoctor)).reply()[0]?.leftFrom;

  // Booked by another desk meanwhile: nothing is written.
  await clinic.book(own, until, '09:30', 'Booked Meanwhile');
  expect((await start(before)).failure()).toMatchObject({ code: 'leave.changed', details: { bookings: [{}] } });
  const mine = { ...plan, pocId: doctor.user.pocId ?? '', from: inDays(50), to: inDays(51), rows: [] };
  expect((await doctor.call('startLeave', { ...mine, lastDay: true })).failure().code).toBe('leave.desk-only');
  const half = { ...plan, rows: [], lastDay: true as const, hours: { from: '09:00', to: '10:00' } };
  expect((await admin.call('startLeave', half)).failure().code).toBe('request.invalid');
  expect(await isGone()).toBeUndefined();

  const startReply = (await start(chosen(await previewed()))).reply();
  expect(await isGone()).toBe(from);
  const settled = await leaveOnce({ ...startReply, pocId: own }, ({ state }) => state === 'settled');
  const count = (outcome: string) => settled.rows.filter((row) => row.outcome === outcome).length;
  expect([count('moved'), count('cancelled') + count('kept'), count('open')]).toEqual([32, 8, 0]);
  const toCall = (await admin.call('listCalls', { clientId, pocId: own })).reply();
  expect(toCall.map(({ why }) => why)).toEqual(Array(count('kept')).fill('left'));
  const userId = await clinic.newPatient('Too Late');
  const place = { userId, pocId: own, date: until, time: '09:30', clientId } as const;
  const late = { ...place, type: 'Direct Consultation', paymentStatus: 'Pay_later' } as const;
  expect((await admin.call('createAppointment', late)).failure().code).toBe('doctor.left');

  // Undone, the appointments are back, to be called; the last day stays until the doctor returns, with open days.
  const undone = (await admin.call('undoLeave', { pocId: own, leaveId: startReply.leaveId })).reply();
  const back = await leaveOnce(
    { ...undone, leaveId: startReply.leaveId, pocId: own },
    ({ state }) => state === 'undone',
  );
  expect(back.rows.filter(({ outcome }) => outcome === 'undone')).toHaveLength(40 - count('kept'));
  expect((await admin.call('listCalls', { clientId, pocId: own })).reply()).toHaveLength(40);
  (await admin.call('setLeft', { pocId: own, from: null })).reply();
  expect((await admin.call('createAppointment', late)).status).toBe(200);
});

test('each proposed time names its fee, and the desk takes the difference that it was shown', async () => {
  const { admin, doctor } = clinic;
  const [own, dearer] = [
    await clinic.newDoctor(hours('09:00', '10:00')),
    await clinic.newDoctor(hours('09:00', '10:00')),
  ];
  for (const [id, fees] of [
    [own, '500.00'],
    [dearer, '800.00'],
  ] as const) {
    (await admin.call('updateConsultationFees', { pocId: id, fees })).reply();
  }
  await clinic.book(own, from, '09:00', 'Farah Paid');
  const plan = { pocId: own, from, to: from };
  const bookings = async (request: RequestOf<'previewLeave'>) =>
    (await admin.call('previewLeave', request)).reply().days.flatMap((day) => day.bookings);
  const [farah] = await bookings({ ...plan, colleague: dearer });
  expect(farah?.fees).toEqual({ due: 50_000, paid: 50_000, later: 50_000, colleague: 80_000 });
  if (!farah?.colleague) throw new Error('There is no proposal.');
  const { pocName: _, ...place } = farah.colleague;
  const row = { appointmentId: farah.appointmentId, action: 'move' as const, to: place, fee: 80_000 };
  const startReply = (await admin.call('startLeave', { ...plan, rows: [row], difference: 'taken' })).reply();
  const settled = await leaveOnce({ ...startReply, pocId: own }, ({ state }) => state === 'settled');
  expect(settled.rows.map(({ outcome }) => outcome)).toEqual(['moved']);
  expect((await bookings({ ...plan, pocId: dearer }))[0]?.fees).toMatchObject({ due: 80_000, paid: 50_000 });

  const ofDoctor = { pocId: doctor.user.pocId ?? '', from: clinic.inDays(0), to: clinic.inDays(6) };
  const unasked = (await doctor.call('previewLeave', ofDoctor)).reply().days.flatMap((day) => day.bookings);
  expect(new Set(unasked.map(({ fees }) => fees))).toEqual(new Set([null]));
});

test('a patient of a class is proposed the sessions for it, and others are not', async () => {
  const { admin, clientId } = clinic;
  const seniors = { ...hours('09:00', '09:30', 1), onlyFor: ['Seniors'] };
  const own = await clinic.newDoctor(seniors, hours('11:00', '11:30', 1));
  const userId = await clinic.newPatient('Gita Senior');
  const booking = { userId, pocId: own, date: from, time: '09:00', paymentStatus: 'Pay_later', clientId } as const;
  const asked = { ...booking, type: 'Direct Consultation', patientClass: 'Seniors' } as const;
  (await admin.call('createAppointment', asked)).reply();
  await clinic.book(own, from, '11:00', 'Hari General');
  const { days } = (await admin.call('previewLeave', { pocId: own, from, to: from })).reply();
  expect(days[0]?.bookings.map(({ patientName, later }) => [patientName, later?.date, later?.time])).toEqual([
    ['Gita Senior', to, '09:00'],
    ['Hari General', to, '11:00'],
  ]);
});

test('a doctor takes leave, moves nobody to a colleague, and ends it early; others are refused', async () => {
  const { admin, doctor, auditor, stranger, nobody } = clinic;
  const own = doctor.user.pocId ?? '';
  const far = { pocId: own, from: clinic.inDays(200), to: clinic.inDays(201) };
  const empty = { ...far, rows: [] };
  const { days } = (await doctor.call('previewLeave', far)).reply();
  expect(days.map(({ bookings }) => bookings)).toEqual([[], []]);
  const started = (await doctor.call('startLeave', empty)).reply();
  const { leaveId } = started;
  await leaveOnce({ ...started, pocId: own }, ({ state }) => state === 'settled', doctor);
  (await doctor.call('endLeave', { pocId: own, leaveId })).reply();
  const otherRequest = { pocId, from, to };
  expect((await doctor.call('previewLeave', otherRequest)).failure().code).toBe('access.foreign');
  expect((await doctor.call('previewLeave', { ...far, colleague })).failure().code).toBe('access.foreign');
  for (const caller of [stranger, doctor]) {
    expect((await caller.call('startLeave', { ...otherRequest, rows: [] })).failure().code).toBe('access.foreign');
    expect((await caller.call('undoLeave', { pocId, leaveId })).failure().code).toBe('access.foreign');
    expect((await caller.call('getLeave', { pocId, leaveId })).failure().code).toBe('access.foreign');
  }
  // Another doctor's leave, named with one's own doctor, is unknown.
  expect((await admin.call('getLeave', { pocId, leaveId })).failure().code).toBe('leave.unknown');
  expect((await admin.call('endLeave', { pocId, leaveId })).failure().code).toBe('leave.unknown');
  expect((await auditor.call('startLeave', empty)).failure().code).toBe('access.role');
  expect((await auditor.call('previewLeave', far)).status).toBe(200);
  expect((await nobody.call('startLeave', empty)).failure().code).toBe('session.missing');
  expect((await admin.call('previewLeave', { ...otherRequest, from: '2020-01-01' })).failure().code).toBe('leave.past');
  expect((await admin.call('previewLeave', { ...otherRequest, to: clinic.inDays(99) })).failure().code).toBe(
    'leave.too-long',
  );
  expect((await admin.call('previewLeave', { ...otherRequest, from: to, to: from })).failure().code).toBe(
    'request.invalid',
  );
});
