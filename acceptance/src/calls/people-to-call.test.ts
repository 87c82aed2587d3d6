import { readAfter } from '../testing/http-caller.ts';
import { hours, type StartedClinic, startClinic } from '../testing/started-clinic.ts';

/** "People to call" (the desk's day, 7), on the started product. */

let clinic: StartedClinic;
beforeAll(async () => {
  clinic = await startClinic();
}, 180_000);
afterAll(() => clinic?.close());

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
  for (const answer of notes) expect(answer.reply().message).toBe('Noted as not reached.');
  const noted = (await note(true, null)).reply();
  expect((await list(noted.position)).reply()[0]?.contact).toMatchObject({ reached: true, note: null });
  const open = (await list(noted.position, { open: true })).reply();
  expect(open.map(({ AppointmentId }) => AppointmentId)).toEqual([second]);
  const page = await list(null, { page: 1, pageSize: 1, search: 'nair' });
  expect([page.headers['x-total-count'], page.reply()[0]?.AppointmentId]).toEqual(['1', second]);
  const story = (await auditor.call('getAppointmentStory', { appointmentId: first })).reply();
  const sentences = story.entries.map(({ sentence }) => sentence);
  expect(sentences.slice(-3).sort()).toEqual([
    'Called on the phone, not reached: busy',
    'Called on the phone, not reached: rang out',
    'Called on the phone, reached',
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

  const asked = { appointmentId: first, reached: true };
  for (const person of [doctor, auditor]) {
    expect((await person.call('noteContact', asked)).failure().code).toBe('access.role');
  }
  expect((await doctor.call('listCalls', { clientId })).failure().code).toBe('access.role');
  expect((await stranger.call('noteContact', asked)).failure().code).toBe('access.foreign');
  expect((await stranger.call('listCalls', { clientId })).failure().code).toBe('access.foreign');
  const long = { ...asked, note: 'x'.repeat(201) };
  expect((await admin.call('noteContact', long)).failure().code).toMatch(/^request\./);
});
