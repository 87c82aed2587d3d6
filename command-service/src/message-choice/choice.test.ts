import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { noMessages } from '@dayline/contracts/patients/messages';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { ApiKeys } from '@dayline/http/partner/api-keys';
import { sealedCursors } from '@dayline/http/sealed-cursors';
import { securityHeaders } from '@dayline/http/security-headers';
import { createApp } from '@dayline/http/server/app';
import { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { Displays } from '@dayline/http/session/displays';
import { Sessions } from '@dayline/http/session/sessions';
import { send } from '@dayline/http/testing/send';
import { createLogger } from '@dayline/runtime/logging/logger';
import type { Letter } from '@dayline/runtime/mail/port';
import { EventLogUnavailable } from '@dayline/runtime/unavailable';
import type { CommandService } from '../service.ts';
import { memoryCursors } from '../testing/killed.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { messageLinks } from './message-links.ts';

/** "STOP by WhatsApp and a link in each mail (one click, RFC 8058) say no" (patients hear from the hospital). */
let stage: Stage;
let server: Server;
let url = '';
let sent: Letter[];
let cursors: ReturnType<typeof memoryCursors>;
const publicUrl = 'https://dayline.example';
const secret = 'the-secret-of-the-tests-is-no-secret';

const mail = { send: async (letter: Letter) => void sent.push(letter), close: async () => undefined };
const senderOf = ({ messages }: CommandService) =>
  messages.start({ mail, mailFrom: 'Dayline <no-reply@dayline.example>', publicUrl, everyMs: null });

beforeEach(async () => {
  stage = await openStage();
  [sent, cursors, booked] = [[], memoryCursors(), 0];
  const messages = { ...noMessages, booked: true, moved: true };
  accepted(await stage.service.commands.changeClient({ messages }, stage.by()));
  await listen(stage.another());
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await stage.close();
});

/** Another process, which answers calls. */
async function listen(service: CommandService): Promise<void> {
  const { log, clock, vault, attempts } = stage;
  const settings = { publicUrl: null, allowedOrigins: [], cookieSecure: false, trustProxy: 0 };
  const times = { sessionIdleHours: 12, sessionMaxDays: 7, proofMinutes: 15, cookieSecure: false };
  const names = [service.names];
  const security = securityHeaders({ secure: false });
  const router = service.router({
    sessions: new Sessions({ vault, names, clock, sessionSecret: secret, ...times, onFault: () => undefined }),
    displays: new Displays({ log, sessionSecret: secret, cookieSecure: false }),
    apiKeys: new ApiKeys({ log, clock, sessionSecret: secret }),
    calendarFeeds: new CalendarFeeds({ log, sessionSecret: secret }),
    ...{ credentials: [], attempts, settings, security, cursors: sealedCursors(secret) },
    throttle: { take: () => 0, wait: () => 0 },
  });
  server = createServer(createApp({ security, logger: createLogger('test', { level: 'silent' }), calls: [router] }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a listening TCP server has such an address.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** On a day of its own: a patient has one visit a day with a doctor. */
let booked = 0;
async function book(patientId = stage.patientId): Promise<string> {
  const { pocId } = stage;
  const date = addDays('2026-11-24', booked);
  booked += 1;
  const visit = { patientId, pocId, date, time: '09:00', type: 'Direct Consultation' as const };
  return accepted(await stage.service.commands.bookAppointment({ ...visit, payment: 'Pay_later' }, stage.by()))
    .appointmentId;
}
async function follow(): Promise<void> {
  await followToEnd({ log: followable(stage.stored), cursors, ...stage.service.messages.planned });
  await stage.project();
}
const at = (time: string) => stage.clock.set(Date.parse(`2026-11-21T${time}+05:30`));
/** Plans what the log calls for, and sends what is due at the clinic's time. */
async function tick(time: string, by = senderOf(stage.service)): Promise<void> {
  at(time);
  await follow();
  await by.sendDue();
}
const eventsOf = async (visitId: string) =>
  (await stage.log.readStream(streams.message(visitId))).map(({ type, data }) =>
    [type, data['kind'], ...(type === 'MessageDropped' ? [data['because']] : [])].join(' '),
  );
const choicesOf = async (patientId = stage.patientId) =>
  (await stage.log.readStream(streams.patient(patientId))).filter(({ type }) => type.startsWith('Messages'));
const choose = (isYes: boolean, patientId = stage.patientId, service = stage.service) =>
  service.commands.chooseMessages({ patientId, accepted: isYes, reason: 'Asked at the desk' }, stage.by());
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = (path: string) => send(url, { path, headers: form, body: 'List-Unsubscribe=One-Click' });
const pathIn = (link = '') => link.replace(publicUrl, '');

test('a mail program ends the emails with one POST; opening the address changes nothing', async () => {
  await book();
  await tick('08:03:00');
  const [letter] = sent;
  const path = pathIn(letter?.unsubscribe);
  const opened = await send(url, { method: 'GET', path });
  expect(opened.status).toBe(303);
  expect(letter?.text).toContain(`${publicUrl}${opened.headers.location}#en`);
  expect(letter?.html).toContain(`${publicUrl}${opened.headers.location}#en`);
  expect((await send(url, { method: 'HEAD', path })).status).toBe(303);
  expect(await choicesOf()).toEqual([]);

  const answer = await oneClick(path);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    { success: true, message: 'You get no more emails about your visits.' },
  ]);
  expect(answer.text).not.toContain('Ravi');
  expect((await oneClick(path)).status).toBe(200);
  const choices = await choicesOf();
  expect(choices.map(({ type, data, metadata }) => [type, data['reason'], metadata.actor])).toEqual([
    ['MessagesDeclined', null, { kind: 'patient', id: stage.patientId, name: 'Patient' }],
  ]);
  const visitId = await book();
  await tick('08:10:00');
  expect([sent.length, await eventsOf(visitId)]).toEqual([1, []]);
});

test('the page of the link ends the emails with the same call, as JSON', async () => {
  const { patientId: userId } = stage;
  const token = await messageLinks(stage.vault.keys).tokenOf(userId);
  const { path } = endpoints.declineMessages;
  expect((await send(url, { path, body: { token, userId } })).status).toBe(200);
  expect(await choicesOf()).toHaveLength(1);
});

test('a token that is wrong, or of another patient, names nobody and changes nothing', async () => {
  const { patientId } = await stage.more();
  const token = await messageLinks(stage.vault.keys).tokenOf(patientId);
  const { path } = endpoints.declineMessages;
  for (const wrong of [token, `${token}A`, '']) {
    const { status, text } = await oneClick(
      `${path}?${new URLSearchParams({ token: wrong, userId: stage.patientId })}`,
    );
    expect([status, JSON.parse(text).code]).toEqual([410, 'token.invalid']);
    expect(text).not.toContain('Ravi');
  }
  expect(await choicesOf()).toEqual([]);
  const foreign = { ...form, origin: 'https://elsewhere.example' };
  const valid = `${path}?${new URLSearchParams({ token, userId: patientId })}`;
  expect((await send(url, { path: valid, headers: foreign, body: 'x=1' })).status).toBe(403);
  expect(await choicesOf(patientId)).toEqual([]);
});

test('a no between planning and sending drops the message, and a yes lets later ones go out', async () => {
  const visitId = await book();
  at('08:01:00');
  await follow();
  accepted(await choose(false));
  await tick('08:03:00');
  expect([sent, (await eventsOf(visitId)).at(-1)]).toEqual([[], 'MessageDropped booked declined']);
  accepted(await choose(true));
  await book();
  await tick('08:10:00');
  expect(sent).toHaveLength(1);
});

/** A process whose patient says no in another one right before its sending starts; killed after that if asked. */
const overtaken = ({ isKilled = false } = {}) =>
  stage.another((log: EventLog): EventLog => {
    let isStarted = false;
    return {
      ...log,
      async append(...call) {
        if (isStarted && isKilled) throw new EventLogUnavailable('killed', 'notAppended');
        if (JSON.stringify(call).includes('"MessageSendStarted"')) {
          accepted(await choose(false, stage.patientId, stage.another()));
          isStarted = true;
        }
        return log.append(...call);
      },
    };
  });

test('a no of another process right before the sending starts is followed', async () => {
  const visitId = await book();
  await tick('08:03:00', senderOf(overtaken()));
  const events = ['MessagePlanned booked', 'MessageSendStarted booked', 'MessageDropped booked declined'];
  expect([sent, await eventsOf(visitId)]).toEqual([[], events]);
});

test('a process that is killed before it drops the message leaves one that nobody sends', async () => {
  const visitId = await book();
  await expect(tick('08:03:00', senderOf(overtaken({ isKilled: true })))).rejects.toThrow('killed');
  await tick('08:05:00');
  expect([sent, await eventsOf(visitId)]).toEqual([[], ['MessagePlanned booked', 'MessageSendStarted booked']]);
});

describe('of a merged person', () => {
  let other = '';
  let mergeId = '';
  const merge = async () => {
    const request = { userId: other, otherId: stage.patientId, fromOther: [], reason: 'One person' };
    stage.letViewsFollow();
    ({ mergeId } = accepted(await stage.service.commands.mergePatients(request, stage.by())));
  };
  beforeEach(async () => {
    const person = { name: 'Ravindra Kumar', phone: '919876540000', email: 'person@mail.example', location: 'Pune' };
    other = accepted(await stage.service.commands.savePatient(person, stage.by())).patientId;
  });

  test('the last word of any record counts, and holds for each of them after a split', async () => {
    accepted(await choose(false));
    await merge();
    await book(other);
    await tick('08:03:00');
    expect(sent).toEqual([]);
    accepted(await choose(true, other));
    await book(other);
    await tick('08:10:00');
    expect(sent.map(({ to }) => to)).toEqual(['person@mail.example']);
    expect((await oneClick(pathIn(sent[0]?.unsubscribe))).status).toBe(200);
    const split = { userId: other, mergeId, reason: 'Sisters', visits: [] };
    accepted(await stage.service.commands.splitPatient(split, stage.by()));
    await book(stage.patientId);
    await book(other);
    await tick('08:20:00');
    expect(sent).toHaveLength(1);
  });

  test('the link of an earlier record ends the person’s emails', async () => {
    await book();
    await tick('08:03:00');
    await merge();
    expect((await oneClick(pathIn(sent[0]?.unsubscribe))).status).toBe(200);
    expect((await choicesOf(other)).map(({ type }) => type)).toEqual(['MessagesDeclined']);
  });

  test('the link of an erased person is answered, and appends nothing', async () => {
    await book();
    await tick('08:03:00');
    accepted(await stage.service.commands.erasePatient({ patientId: stage.patientId }, stage.by()));
    expect((await oneClick(pathIn(sent[0]?.unsubscribe))).status).toBe(200);
    expect(await choicesOf()).toEqual([]);
    expect(await choose(false)).toMatchObject({ refused: 'patient.erased' });
  });
});

describe('the language of an email', () => {
  const speak = (language: 'en' | 'hi' | null, patientId = stage.patientId) =>
    stage.service.commands.setMessageLanguage({ patientId, language }, stage.by());
  /** The language of the subject, the text, the HTML and the pages of the links. */
  const languagesOf = (letter: Letter | undefined) => [
    letter?.subject.includes('अपॉइंटमेंट') ? 'hi' : 'en',
    letter?.text.startsWith('नमस्ते Ravi') ? 'hi' : 'en',
    ...[...(letter?.html.matchAll(/<html lang="(\w+)"|(?:your-visit|no-messages)[^"#]*#(\w+)/g) ?? [])].map(
      ([, html, link]) => html ?? link,
    ),
  ];

  test('is the patient’s as it is when the email is sent, else the hospital’s', async () => {
    await book();
    at('08:01:00');
    await follow();
    accepted(await speak('hi'));
    await tick('08:03:00');
    expect(languagesOf(sent[0])).toEqual(['hi', 'hi', 'hi', 'hi', 'hi']);
    accepted(await speak(null));
    await book();
    await tick('08:10:00');
    expect(languagesOf(sent[1])).toEqual(['en', 'en', 'en', 'en', 'en']);
    const messages = { ...noMessages, booked: true, language: 'hi' } as const;
    accepted(await stage.service.commands.changeClient({ messages }, stage.by()));
    await book();
    await tick('08:20:00');
    accepted(await speak('en'));
    await book();
    await tick('08:30:00');
    expect(sent.slice(2).map((letter) => languagesOf(letter)[0])).toEqual(['hi', 'en']);
  });

  test('is the last one chosen for any record of a merged person', async () => {
    const person = { name: 'Ravindra Kumar', phone: '919876540000', email: 'person@mail.example', location: 'Pune' };
    const other = accepted(await stage.service.commands.savePatient(person, stage.by())).patientId;
    accepted(await speak('hi'));
    const request = { userId: other, otherId: stage.patientId, fromOther: [], reason: 'One person' };
    stage.letViewsFollow();
    accepted(await stage.service.commands.mergePatients(request, stage.by()));
    await book(other);
    await tick('08:03:00');
    accepted(await speak('en', other));
    await book(other);
    await tick('08:10:00');
    expect(sent.map(({ to, subject }) => [to, /[\u0900-\u097f]/.test(subject)])).toEqual([
      ['person@mail.example', true],
      ['person@mail.example', false],
    ]);
  });

  test('is not chosen for an erased person, nor by another hospital’s desk', async () => {
    const { commands } = stage.service;
    const { clientId } = accepted(await commands.onboardClient({ name: 'Lakeside' }, { ...stage.by(), clientId: '' }));
    const choice = { patientId: stage.patientId, language: 'hi' } as const;
    expect(await commands.setMessageLanguage(choice, { ...stage.by(), clientId })).toMatchObject({
      refused: 'access.foreign',
    });
    accepted(await commands.erasePatient({ patientId: stage.patientId }, stage.by()));
    expect(await speak('hi')).toMatchObject({ refused: 'patient.erased' });
  });
});

test('another hospital’s desk records nothing', async () => {
  const { commands } = stage.service;
  const { clientId } = accepted(await commands.onboardClient({ name: 'Lakeside' }, { ...stage.by(), clientId: '' }));
  const choice = { patientId: stage.patientId, accepted: false, reason: 'x' };
  expect(await commands.chooseMessages(choice, { ...stage.by(), clientId })).toMatchObject({
    refused: 'access.foreign',
  });
});

describe('the answer to a message', () => {
  const { path } = endpoints.answerVisit;
  const ask = (body: object) => send(url, { path, body });
  const askedOf = async (appointmentId: string, patientId = stage.patientId) => ({
    appointmentId,
    token: await messageLinks(stage.vault.keys).answerTokenOf(appointmentId, patientId),
  });
  const answerOf = async (body: object) => JSON.parse((await ask(body)).text);
  const shownAt = { date: '2026-11-24', time: '09:00' };
  const confirm = { answer: { is: 'confirm', ...shownAt } };
  const cancel = { answer: { is: 'cancel', ...shownAt } };
  const dayOf = async (date = '2026-11-24') => stage.log.readStream(streams.doctorDay(stage.pocId, date));
  const answers = async (date?: string) =>
    (await dayOf(date)).filter(({ metadata }) => metadata.actor.kind === 'patient').map(({ type }) => type);

  test('is by the link of the email, which shows no more than the email', async () => {
    const appointmentId = await book();
    await tick('08:03:00');
    const [, link = ''] = /(https:\S+your-visit\S+)#en/.exec(sent[0]?.text ?? '') ?? [];
    const [token, id] = pathIn(link).split('/').slice(2);
    expect([id, sent[0]?.link]).toEqual([appointmentId, undefined]);
    expect(await answerOf({ token, appointmentId })).toEqual({
      success: true,
      state: 'open',
      visit: {
        ...{ firstName: 'Ravi', hospital: 'Sunrise', branch: null },
        ...{ doctor: 'Dr. Asha Menon', date: '2026-11-24', time: '09:00' },
      },
    });
    expect((await send(url, { method: 'GET', path })).status).toBe(405);
    expect(await answers()).toEqual([]);
  });

  test('confirms once, however often it is pressed, and then cancels once', async () => {
    const asked = await askedOf(await book());
    for (const _ of [1, 2]) expect((await answerOf({ ...asked, ...confirm })).state).toBe('confirmed');
    expect((await answerOf(asked)).state).toBe('confirmed');
    const both = await Promise.all([answerOf({ ...asked, ...cancel }), answerOf({ ...asked, ...cancel })]);
    const over = { success: true, state: 'cancelled', visit: null };
    expect(both).toEqual([over, over]);
    expect(await answerOf({ ...asked, ...confirm })).toEqual(over);
    expect(await answers()).toEqual(['AppointmentConfirmedByPatient', 'AppointmentCancelled']);
    const { metadata } = (await dayOf()).at(-1) ?? {};
    const actor = { kind: 'patient', id: stage.patientId, name: 'Patient' };
    expect([metadata?.channel, metadata?.actor]).toEqual(['email', actor]);
  });

  test('is refused for a wrong token or that of another visit or record, which names nobody', async () => {
    const [appointmentId, other] = [await book(), await book()];
    const { token } = await askedOf(other);
    const { token: foreign } = await askedOf(appointmentId, (await stage.more()).patientId);
    const { token: right } = await askedOf(appointmentId);
    for (const wrong of [token, `${right}A`, right.slice(0, -2), stage.patientId, '']) {
      const { status, text } = await ask({ token: wrong, appointmentId, ...confirm });
      expect([status, JSON.parse(text).code, text.includes('Ravi')]).toEqual([410, 'token.invalid', false]);
    }
    // Signed, for a record that the visit isn't of any more, as after a split.
    expect(await answerOf({ token: foreign, appointmentId, ...cancel })).toMatchObject({ state: 'ended', visit: null });
    expect(await answers()).toEqual([]);
  });

  test('is of the time that the page has shown, and confirms no later time', async () => {
    const appointmentId = await book();
    const asked = await askedOf(appointmentId);
    expect((await answerOf({ ...asked, ...confirm })).state).toBe('confirmed');
    const { commands } = stage.service;
    const to = { appointmentId, time: '10:00', reason: null, date: '2026-11-24' };
    accepted(await commands.moveAppointment(to, stage.by()));
    expect(await answerOf(asked)).toMatchObject({ state: 'open', visit: { time: '10:00' } });
    for (const stale of [confirm, cancel]) {
      expect((await answerOf({ ...asked, ...stale })).code).toBe('appointment.changed');
    }
    accepted(await commands.moveAppointment({ ...to, date: '2026-11-27' }, stage.by()));
    // The link goes on with the visit, and answers only for the day that the page has shown.
    expect((await answerOf({ ...asked, ...cancel })).code).toBe('appointment.changed');
    expect(await answerOf(asked)).toMatchObject({ state: 'open', visit: { date: '2026-11-27', time: '10:00' } });
    const there = { date: '2026-11-27', time: '10:00' };
    expect((await answerOf({ ...asked, answer: { is: 'confirm', ...there } })).state).toBe('confirmed');
    expect(await answers()).toEqual(['AppointmentConfirmedByPatient']);
    expect(await answers('2026-11-27')).toEqual(['AppointmentConfirmedByPatient']);
  });

  test('is delayed for a link that is used again and again, and changes nothing then', async () => {
    const asked = await askedOf(await book());
    const other = await askedOf(await book());
    for (let uses = 0; uses < 60; uses += 1) expect((await answerOf(asked)).state).toBe('open');
    let code: string | undefined;
    for (let uses = 0; uses < 5 && code === undefined; uses += 1) ({ code } = await answerOf({ ...asked, ...confirm }));
    expect(code).toBe('request.throttled');
    expect((await answerOf(other)).state).toBe('open');
  });

  test('is over once the visit has begun or the person is erased', async () => {
    const asked = await askedOf(await book());
    stage.clock.set(Date.parse('2026-11-24T09:00:00+05:30'));
    expect(await answerOf({ ...asked, ...cancel })).toEqual({ success: true, state: 'past', visit: null });
    at('08:10:00');
    accepted(await stage.service.commands.erasePatient({ patientId: stage.patientId }, stage.by()));
    expect(await answerOf({ ...asked, ...cancel })).toEqual({ success: true, state: 'ended', visit: null });
    expect(await answers()).toEqual([]);
  });
});
