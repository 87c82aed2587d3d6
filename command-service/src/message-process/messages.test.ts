import { streams } from '@dayline/contracts/events/categories';
import { noMessages } from '@dayline/contracts/patients/messages';
import { firstNameOf, whenText } from '@dayline/contracts/words/message-text';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import type { Letter } from '@dayline/runtime/mail/port';
import { EventLogUnavailable } from '@dayline/runtime/unavailable';
import type { CommandService } from '../service.ts';
import { memoryCursors } from '../testing/killed.ts';
import { accepted, openStage, type Stage, week } from '../testing/stage.ts';
import type { MessageSender } from './message-sender.ts';

/** "a slip corrected within them reaches nobody", "at most once after `MessageSendStarted` without an end" (ahead, 2). */
let stage: Stage;
let cursors: ReturnType<typeof memoryCursors>;
let sender: MessageSender;
let sent: Letter[];
/** What the mail server answers. */
let refusal: Error | null;

const all = { ...noMessages, booked: true, moved: true, cancelled: true, dayBefore: true, hoursBefore: true };
const visitDay = '2026-11-24';
const clock = (time: string, date = '2026-11-21') => stage.clock.set(Date.parse(`${date}T${time}+05:30`));

const mail = {
  async send(letter: Letter) {
    if (refusal) throw refusal;
    sent.push(letter);
  },
  close: async () => undefined,
};
const senderOf = (service: CommandService, through = mail) =>
  service.messages.start({
    ...{ mail: through, mailFrom: 'Dayline <no-reply@dayline.example>' },
    ...{ publicUrl: 'https://dayline.example', everyMs: null },
  });

beforeEach(async () => {
  stage = await openStage();
  cursors = memoryCursors();
  [sent, refusal] = [[], null];
  sender = senderOf(stage.service);
  accepted(await stage.service.commands.changeClient({ messages: all }, stage.by()));
});
afterEach(() => stage.close());

async function follow(): Promise<void> {
  await followToEnd({ log: followable(stage.stored), cursors, ...stage.service.messages.planned });
  await stage.project();
}
/** Plans what the log calls for, and sends what is due at the clinic's time. */
async function tick(time: string, date?: string): Promise<void> {
  clock(time, date);
  await follow();
  await sender.sendDue();
}
async function book(time = '09:00', date = visitDay, pocId = stage.pocId): Promise<string> {
  const { patientId } = stage;
  const type = 'Direct Consultation' as const;
  const request = { patientId, pocId, date, time, type, payment: 'Pay_later' as const };
  return accepted(await stage.service.commands.bookAppointment(request, stage.by())).appointmentId;
}
const cancel = async (appointmentId: string) =>
  accepted(
    await stage.service.commands.changeAppointmentStatus(
      { appointmentId, status: 'Cancelled', as: 'admin' },
      stage.by(),
    ),
  );
const move = async (appointmentId: string, to: { time?: string; date?: string; pocId?: string }) =>
  accepted(
    await stage.service.commands.moveAppointment({ appointmentId, time: '10:00', reason: null, ...to }, stage.by()),
  );
const eventsOf = async (visitId: string) =>
  (await stage.log.readStream(streams.message(visitId))).map(({ type, data }) =>
    [type, data['kind'], ...(type === 'MessageDropped' ? [data['because']] : [])].join(' '),
  );
const subjects = () => sent.map(({ subject }) => subject);

test('a booking is announced after three minutes, by first name, with the visit for a calendar', async () => {
  const visitId = await book();
  await tick('08:02:59');
  expect(sent).toEqual([]);
  await tick('08:03:00');
  await tick('08:04:00');
  expect(subjects()).toEqual(['Your appointment at Sunrise']);
  const [{ to, text = '', html = '', calendar } = {}] = sent;
  expect(to).toBe('ravi@mail.example');
  expect(text).toContain('Hello Ravi,');
  expect(text).toContain('Asha Menon is booked for Tuesday');
  expect(`${text}${html}`).not.toMatch(/Kumar|Cardiology|9198/);
  expect(calendar?.method).toBe('REQUEST');
  expect(calendar?.content.replaceAll('\r\n ', '')).toContain(`UID:${visitId}\r\n`);
  expect(calendar?.content).toContain('DTSTART:20261124T033000Z');
  expect(await eventsOf(visitId)).toEqual([
    ...['MessagePlanned booked', 'MessagePlanned dayBefore', 'MessagePlanned hoursBefore'],
    ...['MessageSendStarted booked', 'MessageSent booked'],
  ]);
});

test('a hospital’s own text is sent, in its language alone, as it is when the email is sent', async () => {
  const setText = async (language: 'en' | 'hi', text: string | null) =>
    accepted(
      await stage.service.commands.changeClient(
        { messageText: { channel: 'email', kind: 'booked', language, text } },
        stage.by(),
      ),
    );
  await setText('hi', 'नमूना {when}');
  await setText('en', 'Nobody reads this: {when}.');
  await book();
  await setText('en', 'See {doctor} at {hospital}, {branch}: {when}. <b>Bring {reports}</b>');
  await tick('08:03:00');
  await tick('08:04:00');
  const [{ text = '', html = '', subject } = {}] = sent;
  expect(subject).toBe('Your appointment at Sunrise');
  expect(text).toContain('See Dr. Asha Menon at Sunrise: Tuesday, 24 November 2026 at 9:00 am. <b>Bring {reports}</b>');
  expect(html).not.toContain('<b>Bring');
  expect(text).not.toMatch(/Nobody|नमूना|is booked for/);
});

test('a slip that is corrected within the grace reaches nobody', async () => {
  const visitId = await book();
  await tick('08:01:00');
  await cancel(visitId);
  await tick('08:30:00');
  expect(sent).toEqual([]);
  expect(await eventsOf(visitId)).toContain('MessageDropped booked cancelled');
});

test('of two moves the last one is announced, and none where the second one is back', async () => {
  const visitId = await book();
  await tick('08:05:00');
  await move(visitId, { date: visitDay, time: '09:30' });
  await tick('08:06:00');
  await move(visitId, { date: visitDay, time: '11:00' });
  await tick('08:20:00');
  expect(subjects().slice(1)).toEqual(['New time of your appointment at Sunrise']);
  expect(sent.at(-1)?.text).toMatch(/11:00/);
  await move(visitId, { date: visitDay, time: '10:00' });
  await tick('08:21:00');
  await move(visitId, { date: visitDay, time: '11:00' });
  await tick('08:40:00');
  expect(sent).toHaveLength(2);
});

test('a visit that moves to another doctor and day keeps its calendar entry and its reminders', async () => {
  const visitId = await book();
  await tick('08:05:00');
  const { pocId } = await stage.more();
  await move(visitId, { pocId, date: '2026-11-25' });
  await tick('08:10:00');
  await tick('18:00:00', '2026-11-23');
  await tick('18:00:00', '2026-11-24');
  await tick('08:00:00', '2026-11-25');
  expect(subjects()).toEqual([
    'Your appointment at Sunrise',
    'New time of your appointment at Sunrise',
    'Tomorrow: your appointment at Sunrise',
    'Today: your appointment at Sunrise',
  ]);
  const [booked, moved] = sent.map(({ calendar }) => calendar?.content.replaceAll('\r\n ', '') ?? '');
  const sequenceOf = (content = '') => Number(/SEQUENCE:(\d+)/.exec(content)?.[1]);
  expect(moved).toContain(`UID:${visitId}\r\n`);
  expect(sequenceOf(moved)).toBeGreaterThan(sequenceOf(booked));
});

test('a cancellation that is undone within the grace is not announced, and the reminders stay', async () => {
  const visitId = await book();
  await tick('08:05:00');
  const { eventId } = await cancel(visitId);
  await follow();
  expect(await eventsOf(visitId)).toContain('MessagePlanned cancelled');
  const undo = { appointmentId: visitId, status: 'Confirmed', as: 'admin', eventId: eventId ?? '' } as const;
  accepted(await stage.service.commands.undoAppointmentStatus(undo, stage.by()));
  await tick('08:10:00');
  await tick('18:00:00', '2026-11-23');
  expect(subjects()).toEqual(['Your appointment at Sunrise', 'Tomorrow: your appointment at Sunrise']);
});

test('a cancellation takes the visit out of the calendar, and the reminders are dropped', async () => {
  const visitId = await book();
  await tick('08:05:00');
  await cancel(visitId);
  await tick('08:10:00');
  await tick('18:00:00', '2026-11-23');
  expect(subjects().slice(1)).toEqual(['Your appointment at Sunrise is cancelled']);
  expect(sent.at(-1)?.calendar?.method).toBe('CANCEL');
  expect(await eventsOf(visitId)).toContain('MessageDropped dayBefore cancelled');
});

test('a process that is killed while it sends leaves a message that is not sent again', async () => {
  const visitId = await book();
  let isKilled = false;
  const killedLog = (log: EventLog): EventLog => ({
    ...log,
    async append(...call) {
      if (isKilled) throw new EventLogUnavailable('killed', 'notAppended');
      return log.append(...call);
    },
  });
  const killing = {
    ...mail,
    async send(letter: Letter) {
      await mail.send(letter);
      isKilled = true;
    },
  };
  const killed = senderOf(stage.another(killedLog), killing);
  clock('08:03:00');
  await follow();
  await expect(killed.sendDue()).rejects.toThrow('killed');
  await stage.project();
  await senderOf(stage.another()).sendDue();
  await tick('08:30:00');
  expect(sent).toHaveLength(1);
  expect((await eventsOf(visitId)).slice(3)).toEqual(['MessageSendStarted booked']);
});

test('of two processes one sends', async () => {
  await book();
  clock('08:03:00');
  await follow();
  const senders = [senderOf(stage.another()), senderOf(stage.another()), sender];
  await Promise.all(senders.map((process) => process.sendDue()));
  expect(sent).toHaveLength(1);
});

test.each([
  [
    'refuses it for now',
    { responseCode: 451 },
    ['MessageFailed booked', 'MessageSendStarted booked', 'MessageSent booked'],
  ],
  [
    'is not reached',
    { syscall: 'connect', code: 'ESOCKET' },
    ['MessageFailed booked', 'MessageSendStarted booked', 'MessageSent booked'],
  ],
  [
    'refuses our password',
    { code: 'EAUTH', responseCode: 535 },
    ['MessageFailed booked', 'MessageSendStarted booked', 'MessageSent booked'],
  ],
  ['refuses it for good', { responseCode: 550 }, ['MessageFailed booked']],
  ['says nothing', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }, []],
])('where the mail server %s', async (_, fields, after) => {
  const visitId = await book();
  refusal = Object.assign(new Error('mail'), fields);
  await tick('08:03:00');
  refusal = null;
  await tick('08:03:30');
  await tick('08:04:00');
  await tick('08:10:00');
  expect((await eventsOf(visitId)).slice(3)).toEqual(['MessageSendStarted booked', ...after]);
});

test('an erased patient gets nothing, and a merged one gets it at the person’s address', async () => {
  const { patientId } = await stage.more();
  const { commands } = stage.service;
  const person = { name: 'Ravindra Kumar', phone: '919876540000', email: 'person@mail.example', location: 'Pune' };
  const other = accepted(await commands.savePatient(person, stage.by())).patientId;
  const visitId = await book();
  await follow();
  const merge = { userId: other, otherId: stage.patientId, fromOther: [], reason: 'One person' };
  stage.letViewsFollow();
  accepted(await commands.mergePatients(merge, stage.by()));
  await tick('08:05:00');
  expect(sent.map(({ to }) => to)).toEqual(['person@mail.example']);
  expect(patientId).not.toBe(other);
  accepted(await commands.erasePatient({ patientId: other }, stage.by()));
  await tick('18:00:00', '2026-11-23');
  expect(sent).toHaveLength(1);
  expect(await eventsOf(visitId)).toContain('MessageDropped dayBefore erased');
});

test('nothing is planned while messages are off, nor sent once they are turned off', async () => {
  const visitId = await book();
  await follow();
  accepted(await stage.service.commands.changeClient({ messages: noMessages }, stage.by()));
  await tick('08:05:00');
  expect(await eventsOf(visitId)).toContain('MessageDropped booked switchedOff');
  const other = await book('09:30');
  await tick('08:10:00');
  expect([sent, await eventsOf(other)]).toEqual([[], []]);
});

test('a marked visit is not reminded of, and another follower plans nothing twice', async () => {
  const visitId = await book();
  await tick('08:05:00');
  cursors = memoryCursors();
  await tick('08:06:00');
  expect((await eventsOf(visitId)).filter((event) => event.startsWith('MessagePlanned'))).toHaveLength(3);
  await tick('12:00:00', visitDay);
  expect(sent).toHaveLength(1);
  expect(await eventsOf(visitId)).toContain('MessageDropped hoursBefore past');
});

test('a greeting has the first name without a title', () => {
  expect(['Mr. Ravi Kumar', 'Dr Asha', 'Meera', '', null].map(firstNameOf)).toEqual(['Ravi', 'Asha', 'Meera', '', '']);
});

test('a time is written as people of the language say it', () => {
  const at = Date.parse('2026-11-24T14:30:00+05:30');
  expect(whenText(at, 'Asia/Kolkata', 'en')).toBe('Tuesday, 24 November 2026 at 2:30 pm');
  expect(whenText(at, 'Asia/Kolkata', 'hi')).toBe('मंगलवार, 24 नवंबर 2026 को दोपहर 2:30 बजे');
});

test('a message that the desk stops isn’t sent nor planned again, also of a visit that was moved', async () => {
  const visitId = await book();
  await tick('08:05:00');
  const { pocId } = await stage.more();
  const { appointmentId } = await move(visitId, { pocId, date: '2026-11-25' });
  await follow();
  const { commands } = stage.service;
  const planned = (await eventsOf(visitId)).filter((event) => event.startsWith('MessagePlanned'));
  const messageId = planned.lastIndexOf('MessagePlanned moved') + 1;
  accepted(await commands.stopMessage({ appointmentId, messageId }, stage.by()));
  await tick('08:20:00');
  expect([subjects(), (await eventsOf(visitId)).at(-1)]).toEqual([
    ['Your appointment at Sunrise'],
    'MessageDropped moved stopped',
  ]);
  expect(await commands.stopMessage({ appointmentId, messageId: 1 }, stage.by())).toMatchObject({
    refused: 'message.sent',
  });
});

/** The log of a process that is overtaken right before it starts a sending. */
const overtakenBy =
  (act: () => Promise<unknown>) =>
  (log: EventLog): EventLog => ({
    ...log,
    async append(...call) {
      if (JSON.stringify(call).includes('"MessageSendStarted"')) await act();
      return log.append(...call);
    },
  });

test('a cancellation of another process right before the sending starts is followed', async () => {
  const visitId = await book();
  clock('08:03:00');
  await follow();
  await senderOf(stage.another(overtakenBy(() => cancel(visitId)))).sendDue();
  expect([sent, (await eventsOf(visitId)).slice(3)]).toEqual([
    [],
    ['MessageSendStarted booked', 'MessageDropped booked cancelled'],
  ]);
});

/** The log of a process whose appends about a visit fail so often. */
const failingFor = (visitId: string, failures: number, error: () => Error) => (log: EventLog) => {
  let left = failures;
  return {
    ...log,
    async append(...call: Parameters<EventLog['append']>) {
      if (!JSON.stringify(call).includes(visitId) || left === 0) return log.append(...call);
      left -= 1;
      throw error();
    },
  };
};

test('a message that fails stops no other, and is tried again later', async () => {
  const visitId = await book();
  await book('09:30', '2026-11-25');
  clock('08:03:00');
  await follow();
  const failing = senderOf(stage.another(failingFor(visitId, 2, () => new Error('unknown event'))));
  const passes: number[] = [];
  for (const time of ['08:03:00', '08:03:59', '08:04:00', '08:05:59', '08:06:00']) {
    clock(time);
    await stage.project();
    await failing.sendDue();
    passes.push(sent.length);
  }
  expect(passes).toEqual([1, 1, 1, 1, 2]);
});

test('a visit whose event is damaged looks like a log that is unavailable, and holds up nobody for long', async () => {
  const visitId = await book();
  await book('09:30', '2026-11-25');
  clock('08:03:00');
  await follow();
  const damaged = () => new EventLogUnavailable('damaged', 'notAppended');
  const failing = senderOf(stage.another(failingFor(visitId, 100, damaged)));
  await expect(failing.sendDue()).rejects.toThrow('damaged');
  await failing.sendDue();
  expect(sent).toHaveLength(1);
});

test('a message that failed between its start and its sending is sent later', async () => {
  const visitId = await book();
  clock('08:03:00');
  await follow();
  let isStarted = false;
  const failing = stage.another((log) => ({
    ...log,
    async append(...call) {
      const appended = await log.append(...call);
      isStarted ||= JSON.stringify(call).includes('"MessageSendStarted"');
      return appended;
    },
    async readStream(...call) {
      if (!isStarted) return log.readStream(...call);
      isStarted = false;
      throw new EventLogUnavailable('away', 'notAppended');
    },
  }));
  await expect(senderOf(failing).sendDue()).rejects.toThrow('away');
  await tick('08:04:00');
  expect([sent.length, (await eventsOf(visitId)).slice(3)]).toEqual([
    1,
    ['MessageSendStarted booked', 'MessageFailed booked', 'MessageSendStarted booked', 'MessageSent booked'],
  ]);
});

test('the hospitals take turns: one that has much to send doesn’t hold up another’s news', async () => {
  const { commands } = stage.service;
  for (const time of ['09:00', '10:00', '11:00']) await book(time, visitDay, (await stage.more()).pocId);
  const { clientId } = accepted(await commands.onboardClient({ name: 'Lakeside' }, { ...stage.by(), clientId: '' }));
  const by = () => ({ ...stage.by(), clientId });
  accepted(await commands.changeClient({ messages: all }, by()));
  const { departmentId } = accepted(await commands.openDepartment({ name: 'Cardiology' }, by()));
  const doctor = { departmentId, name: 'Ravi Iyer', contactNumber: '9876501111', email: 'iyer@lakeside.example' };
  const { pocId } = accepted(await commands.addDoctor(doctor, by()));
  accepted(await commands.setWeeklySchedule({ pocId, week }, by()));
  const person = { name: 'Meera Shah', phone: '919876541111', email: 'meera@mail.example', location: 'Pune' };
  const { patientId } = accepted(await commands.savePatient(person, by()));
  clock('08:01:00');
  const request = { patientId, pocId, date: visitDay, time: '09:00', type: 'Direct Consultation' as const };
  accepted(await commands.bookAppointment({ ...request, payment: 'Pay_later' }, by()));
  await tick('08:05:00');
  expect(sent.map(({ to }) => to)).toEqual(['ravi', 'meera', 'ravi', 'ravi'].map((name) => `${name}@mail.example`));
});
