import { streams } from '@dayline/contracts/events/categories';
import { noMessages } from '@dayline/contracts/patients/messages';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { Letter } from '@dayline/runtime/mail/port';
import { memoryCursors } from '../testing/killed.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';
import type { MessageSender } from './message-sender.ts';

/** "you are next" (ahead, 2), from the queue of the day. */
let stage: Stage;
let cursors: ReturnType<typeof memoryCursors>;
let sender: MessageSender;
let sent: Letter[];
/** The appointments of patients 0 to 4, who arrive in this order. */
let visits: string[];

const clock = (time: string) => stage.clock.set(Date.parse(`${day}T${time}+05:30`));
const named = (appointmentId = '') => ({ appointmentId });
const commands = () => stage.service.commands;
const turnOn = async (nextBefore: number, language: 'en' | 'hi' = 'en') =>
  accepted(
    await commands().changeClient({ messages: { ...noMessages, next: true, nextBefore, language } }, stage.by()),
  );

beforeEach(async () => {
  stage = await openStage();
  cursors = memoryCursors();
  [sent, visits] = [[], []];
  const mail = { send: async (letter: Letter) => void sent.push(letter), close: async () => undefined };
  sender = stage.service.messages.start({
    ...{ mail, mailFrom: 'Dayline <no-reply@dayline.example>', publicUrl: 'https://dayline.example', everyMs: null },
  });
  await turnOn(1);
  for (const number of [0, 1, 2, 3, 4]) {
    const person = { name: `Patient${number} Kumar`, phone: `91988111000${number}`, location: 'Pune' };
    const email = `p${number}@mail.example`;
    const { patientId } = accepted(await commands().savePatient({ ...person, email }, stage.by()));
    const at = { pocId: stage.pocId, date: day, time: ['09:00', '09:30', '10:00', '10:30', '11:00'][number] ?? '' };
    const request = { patientId, ...at, type: 'Direct Consultation', payment: 'Pay_later' } as const;
    visits.push(accepted(await commands().bookAppointment(request, stage.by())).appointmentId);
  }
  clock('08:30:00');
  for (const visit of visits) accepted(await commands().arrive(named(visit), stage.by()));
});
afterEach(() => stage.close());

async function tick(time: string): Promise<void> {
  clock(time);
  await followToEnd({ log: followable(stage.stored), cursors, ...stage.service.messages.planned });
  await stage.project();
  await sender.sendDue();
}
const call = async (number: number) =>
  accepted(await commands().callPatient(named(visits[number]), stage.by())).eventId ?? '';
const recipients = () => sent.map(({ to }) => to.slice(0, 2)).sort();
const dropsOf = async (number: number) =>
  (await stage.log.readStream(streams.message(visits[number] ?? ''))).flatMap(({ type, data }) =>
    type === 'MessageDropped' ? [data['because']] : [],
  );

test('whoever has at most so many waiting before gets one message, half a minute after it is so', async () => {
  await tick('08:30:29');
  expect(recipients()).toEqual([]);
  await tick('08:30:30');
  expect(recipients()).toEqual(['p0', 'p1']);
  const [{ text = '', html = '', subject, calendar } = {}] = sent.filter(({ to }) => to.startsWith('p1'));
  expect(subject).toBe('It is soon your turn at Sunrise');
  expect(text).toContain('Hello Patient1,');
  expect(text).toContain('It is soon your turn with Dr. Asha Menon. Your token is A 2.');
  expect(`${text}${html}`).not.toMatch(/Kumar|Cardiology|9198|your-visit/);
  expect(calendar).toBeUndefined();
  await call(0);
  // Behind everybody's appointment: the queue runs late.
  await tick('08:31:00');
  clock('11:40:00');
  await call(1);
  await tick('11:40:30');
  await tick('11:41:30');
  expect(recipients()).toEqual(['p0', 'p1', 'p2', 'p3']);
});

test('a call that is undone within the grace reaches nobody', async () => {
  await tick('08:30:30');
  clock('08:40:00');
  const eventId = await call(0);
  await tick('08:40:01');
  clock('08:40:10');
  accepted(await commands().withdrawCall({ ...named(visits[0]), eventId }, stage.by()));
  await tick('08:41:00');
  expect([recipients(), await dropsOf(2)]).toEqual([['p0', 'p1'], ['notNext']]);
  clock('08:50:00');
  await call(0);
  await tick('08:50:30');
  expect(recipients()).toEqual(['p0', 'p1', 'p2']);
});

test('whoever was called, has left, or is marked, moved or cancelled meanwhile hears nothing', async () => {
  await turnOn(4);
  await tick('08:30:01');
  await call(0);
  accepted(await commands().withdrawArrival(named(visits[1]), stage.by()));
  accepted(
    await commands().moveAppointment(
      { ...named(visits[2]), time: '11:30', date: day, reason: null, pocId: (await stage.more()).pocId },
      stage.by(),
    ),
  );
  accepted(
    await commands().changeAppointmentStatus({ ...named(visits[3]), status: 'Cancelled', as: 'admin' }, stage.by()),
  );
  accepted(
    await commands().changeAppointmentStatus({ ...named(visits[4]), status: 'Availed', as: 'admin' }, stage.by()),
  );
  await tick('08:31:00');
  expect(recipients()).toEqual([]);
  const drops = await Promise.all([0, 1, 2, 3, 4].map(dropsOf));
  expect(drops).toEqual([['called'], ['notNext'], ['changed'], ['cancelled'], ['marked']]);
});

test('nobody hears more than ten minutes late, of another day’s queue, or what is turned off', async () => {
  await tick('08:30:01');
  clock('08:40:31');
  await sender.sendDue();
  expect([recipients(), await dropsOf(0)]).toEqual([[], ['late']]);
  stage.clock.set(Date.parse(`${day}T23:59:50+05:30`));
  await call(0);
  await call(1);
  await followToEnd({ log: followable(stage.stored), cursors, ...stage.service.messages.planned });
  stage.clock.set(Date.parse(`${day}T23:59:50+05:30`) + 40_000);
  await stage.project();
  await sender.sendDue();
  expect([recipients(), await dropsOf(2)]).toEqual([[], ['past']]);
});

test('in Hindi, and by the order of appointment times where the hospital has that', async () => {
  await turnOn(1, 'hi');
  accepted(await commands().changeClient({ queueOrder: 'time' }, stage.by()));
  accepted(await commands().withdrawArrival(named(visits[0]), stage.by()));
  accepted(await commands().arrive(named(visits[0]), stage.by()));
  await tick('08:30:30');
  expect(recipients()).toEqual(['p0', 'p1']);
  expect(sent[0]?.subject).toBe('Sunrise में आपकी बारी आने वाली है');
});
