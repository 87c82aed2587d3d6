import { addDays, clinicNow, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { noMessages } from '@dayline/contracts/patients/messages';
import { type Caller, callerAt, paidDirectVisit } from '../testing/http-caller.ts';
import { everyDay, hours } from '../testing/started-clinic.ts';
import { type ClinicDoor, eventually, minute, openClinicDoor, password } from './clinic-door.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Emails to patients, from the desk's call to the mail server. */
let server: MailServer;
let door: ClinicDoor;
let admin: Caller;
let pocId: string;
let date: string;
const zone = 'Asia/Kolkata';

beforeEach(async () => {
  server = await startMailServer();
  door = await openClinicDoor({
    ...{ SMTP_URL: server.url, MAIL_FROM: 'Dayline <no-reply@dayline.example>' },
    ...{ PUBLIC_URL: 'https://dayline.example', COOKIE_SECURE: 'off' },
  });
  // The clinic's next morning: neither quiet hours nor the end of a day are near.
  const tomorrow = addDays(clinicNow(door.clock.now(), zone).date, 1);
  door.clock.pass(instantOf({ date: tomorrow, time: '10:00' }, zone) - door.clock.now());
  date = addDays(tomorrow, 3);
  await door.addAdmin('desk@sunrise.example');
  const { cookie } = await door.signIn('desk@sunrise.example', password, 'admin');
  admin = callerAt(`http://127.0.0.1:${door.port}`, cookie);
  const { clientId } = door;
  const messages = { ...noMessages, booked: true, moved: true, offered: true };
  (await admin.call('changeClient', { clientId, values: { messages } })).reply();
  pocId = await door.addDoctor('doctor@sunrise.example');
  const schedule = everyDay(hours('09:00', '12:00', 2, 10)).map((day) => ({ ...day, pocId }));
  (await admin.call('updateSchedule', { schedule })).reply();
});
afterEach(async () => {
  await door.close();
  await server.close();
});

async function register(number: number): Promise<string> {
  const { clientId } = door;
  const person = { name: `Ravi ${number}`, phone: `91988800000${number}`, email: `ravi${number}@mail.example` };
  return (await admin.call('saveUser', { ...person, location: 'Pune', clientId })).reply().userId;
}
async function book(number: number): Promise<string> {
  const { clientId } = door;
  const userId = await register(number);
  const booking = { clientId, pocId, userId, date, time: `09:${number}0`, ...paidDirectVisit };
  return (await admin.call('createAppointment', booking)).reply().appointmentId;
}
const recipients = () => server.mails.flatMap(({ to }) => to).sort();

test('news leave three minutes after the booking; the link in them answers', async () => {
  const appointmentId = await book(1);
  await book(2);
  door.clock.pass(3 * minute);
  await eventually(() => server.mails.length === 2);
  expect(recipients()).toEqual(['ravi1@mail.example', 'ravi2@mail.example']);
  const mail = server.mails.find(({ to }) => to.includes('ravi1@mail.example'));
  expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const [, token = ''] = /\/your-visit\/([\w.-]+)\//.exec(mail?.readable ?? '') ?? [];
  const nobody = callerAt(`http://127.0.0.1:${door.port}`, '');
  const answer = { is: 'confirm', date, time: '09:10' } as const;
  expect((await nobody.call('answerVisit', { token, appointmentId, answer })).reply().state).toBe('confirmed');
});

test('an offered place is emailed 3 minutes later, listed with its email, and accepted by its link alone', async () => {
  const { clientId, departmentId } = door;
  const userId = await register(1);
  const asked = { clientId, userId, departmentId, pocId, from: date, to: date };
  const { waitingId } = (await admin.call('joinWaitingList', asked)).reply();
  const offerNow = async () =>
    (await admin.call('listWaiting', { clientId })).reply().find((row) => row.waitingId === waitingId)?.offer;
  await eventually(async () => (await offerNow())?.email?.state === 'planned');
  expect(server.mails).toEqual([]);
  door.clock.pass(3 * minute);
  await eventually(() => server.mails.length === 1);
  const readable = server.mails[0]?.readable ?? '';
  expect(readable).toContain('is free');
  expect(readable).not.toMatch(/Ravi 1|91988/);
  await eventually(async () => (await offerNow())?.email?.state === 'sent');
  const [, token = '', appointmentId = ''] = /\/your-visit\/([\w.-]+)\/(\w+)/.exec(readable) ?? [];
  const url = `http://127.0.0.1:${door.port}`;
  // As a mail scanner does.
  await fetch(`${url}/your-visit/${token}/${appointmentId}`);
  expect((await offerNow())?.appointmentId).toBe(appointmentId);
  door.clock.pass(minute);
  const nobody = callerAt(url, '');
  const answer = { is: 'accept', date, time: '09:00' } as const;
  const wrong = { token: `${token}x`, appointmentId, answer };
  expect((await nobody.call('answerVisit', wrong)).failure().code).toBe('token.invalid');
  for (const _ of [1, 2]) {
    expect((await nobody.call('answerVisit', { token, appointmentId, answer })).reply().state).toBe('open');
  }
  await eventually(async () => (await offerNow()) === undefined);
  const { entries } = (await admin.call('getAppointmentStory', { appointmentId })).reply();
  const first = entries.slice(0, 5).map(({ sentence, actor, channel }) => [sentence, actor.kind, channel]);
  expect(first).toEqual([
    ['Place held for the waiting list', 'system', 'system'],
    [expect.stringMatching(/^Message planned \(free place\)/), 'system', 'system'],
    ['Message sent (free place)', 'system', 'system'],
    [expect.stringMatching(/^Booked for .*, from the waiting list$/), 'patient', 'email'],
    ['Payment recorded: Pay later', 'patient', 'email'],
  ]);
});

test('the next of the queue get one email half a minute later, seen in the story; a call that is undone reaches nobody', async () => {
  const { clientId } = door;
  const messages = { ...noMessages, next: true, nextBefore: 1 };
  const change = (nextBefore: number) =>
    admin.call('changeClient', { clientId, values: { messages: { ...messages, nextBefore } } });
  for (const wrong of [0, 11, 1.5]) expect((await change(wrong)).failure().code).toBe('request.invalid');
  (await change(1)).reply();
  date = clinicNow(door.clock.now(), zone).date;
  const visits: string[] = [];
  for (const number of [1, 2, 3]) {
    const userId = await register(number);
    const booking = { clientId, pocId, userId, date, time: `10:${number}0`, ...paidDirectVisit };
    const { appointmentId } = (await admin.call('createAppointment', booking)).reply();
    (await admin.call('arrive', { appointmentId })).reply();
    visits.push(appointmentId);
  }
  const [first = '', second = '', third = ''] = visits;
  const typesOf = async (appointmentId: string) =>
    (await admin.call('getAppointmentStory', { appointmentId })).reply().entries.map(({ type }) => type);
  for (const visit of [first, second]) await eventually(async () => (await typesOf(visit)).includes('MessagePlanned'));
  door.clock.pass(minute / 2);
  await eventually(() => server.mails.length === 2);
  expect(recipients()).toEqual(['ravi1@mail.example', 'ravi2@mail.example']);
  await eventually(async () => (await typesOf(second)).includes('MessageSent'));

  const { eventId } = (await admin.call('callPatient', { appointmentId: first })).reply();
  await eventually(async () => (await typesOf(third)).includes('MessagePlanned'));
  (await admin.call('withdrawCall', { appointmentId: first, undo: eventId ?? '' })).reply();
  await eventually(async () => (await typesOf(third)).includes('MessageDropped'));
  door.clock.pass(minute);
  (await admin.call('callPatient', { pocId, next: 1 })).reply();
  await eventually(async () => (await typesOf(third)).filter((type) => type === 'MessagePlanned').length === 2);
  door.clock.pass(minute / 2);
  await eventually(() => server.mails.length === 3);
  expect(server.mails.at(-1)?.readable).toContain('It is soon your turn with');
  const { entries } = (await admin.call('getAppointmentStory', { appointmentId: third })).reply();
  expect(entries.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringContaining('the patient is no longer among the next'),
  );
});

test('a mail whose answer was lost is not sent again, also after a restart; the next one is', async () => {
  await book(1);
  server.hangUp();
  door.clock.pass(3 * minute);
  await eventually(() => door.lines.some((line) => line.includes('may have been sent')));
  await door.restart();
  const { cookie } = await door.signIn('desk@sunrise.example', password, 'admin');
  admin = callerAt(`http://127.0.0.1:${door.port}`, cookie);
  await book(2);
  door.clock.pass(3 * minute);
  await eventually(() => server.mails.length > 1);
  expect(recipients()).toEqual(['ravi1@mail.example', 'ravi2@mail.example']);
});
