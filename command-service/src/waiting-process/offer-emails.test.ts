import { clinicNow, instantOf } from '@dayline/contracts/clinic/clinic-time';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { noMessages } from '@dayline/contracts/patients/messages';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { Letter } from '@dayline/runtime/mail/port';
import type { MessageSender } from '../message-process/message-sender.ts';
import { memoryCursors } from '../testing/killed.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { offerOf, offerPlaces, typesOf } from '../testing/waiting.ts';

/** "A freed place is offered to the first who fits, as a hold with a message" (plan ahead, 3). */
let stage: Stage;
let cursors: ReturnType<typeof memoryCursors>;
let sender: MessageSender;
let sent: Letter[];
const date = '2026-11-24';
const own = { date, time: '09:00' };
const messages = { ...noMessages, offered: true, booked: true };
const zone = 'Asia/Kolkata';
const grace = 3 * 60_000;

beforeEach(async () => {
  stage = await openStage();
  stage.letViewsFollow();
  [cursors, sent] = [memoryCursors(), []];
  const mail = { send: async (letter: Letter) => void sent.push(letter), close: async () => undefined };
  sender = stage.service.messages.start({
    ...{ mail, mailFrom: 'Dayline <no-reply@dayline.example>' },
    ...{ publicUrl: 'https://dayline.example', everyMs: null },
  });
  accepted(await stage.service.commands.changeClient({ messages }, stage.by()));
});
afterEach(() => stage.close());

const pass = (time: string, on = '2026-11-21') => stage.clock.set(instantOf({ date: on, time }, zone));
/** Offers and plans. */
async function plan(): Promise<void> {
  await offerPlaces(stage);
  await followToEnd({ log: followable(stage.stored), cursors, ...stage.service.messages.planned });
  await stage.project();
}
/** Plans what is new, and sends it once the grace is over. */
async function follow(): Promise<void> {
  await plan();
  stage.clock.set(stage.clock.now() + grace);
  await send();
}
async function send(): Promise<void> {
  await plan();
  await sender.sendDue();
  await stage.project();
}
async function join(patientId = stage.patientId) {
  const asked = { patientId, pocId: stage.pocId, departmentId: null, from: date, to: date, times: null, note: null };
  return accepted(await stage.service.commands.joinWaitingList(asked, stage.by())).waitingId;
}
/** Of the first offer that was made. */
async function offered(waitingId: string) {
  const { appointmentId = '' } = (await offerOf(stage, waitingId)) ?? {};
  return appointmentId;
}
const ask = async (appointmentId: string, answer?: RequestOf<'answerVisit'>['answer'], patientId = stage.patientId) =>
  stage.service.commands.answerVisit({ appointmentId, patientId, answer, freeFrom: undefined }, stage.by());
const emails = async (appointmentId: string) =>
  (await stage.log.readStream(streams.message(appointmentId))).map(({ type, data }) =>
    [type, data['kind'], ...(type === 'MessageDropped' ? [data['because']] : [])].join(' '),
  );
const subjects = () => sent.map(({ subject }) => subject);

test('an offer is emailed 3 minutes after it, and its link accepts it as the desk does, by the patient', async () => {
  const waitingId = await join();
  await plan();
  stage.clock.set(stage.clock.now() + grace - 1);
  await send();
  expect(subjects()).toEqual([]);
  stage.clock.set(stage.clock.now() + 1);
  await send();
  expect(subjects()).toEqual(['A place is free at Sunrise']);
  const [{ to, text = '', calendar } = {}] = sent;
  expect([to, calendar]).toEqual(['ravi@mail.example', undefined]);
  expect(text).toMatch(/Hello Ravi,[\s\S]*Asha Menon is free: Tuesday, 24 November 2026 at 9:00.am, at Sunrise/);
  expect(text).toMatch(/held for you until Saturday, 21 November 2026 at 10:00.am/);
  expect(text).not.toMatch(/Kumar|Cardiology|9198/);
  const appointmentId = await offered(waitingId);
  expect(text).toContain(`/${appointmentId}#en`);
  await follow();
  expect(sent).toHaveLength(1);

  const shown = { state: 'offered', visit: { ...own, offeredUntil: { date: '2026-11-21', time: '10:00' } } };
  expect(await ask(appointmentId)).toMatchObject(shown);
  expect(await ask(appointmentId, { is: 'confirm', ...own })).toMatchObject(shown);
  expect(await ask(appointmentId, { is: 'accept', date, time: '09:30' })).toEqual({ refused: 'appointment.changed' });
  expect(await typesOf(stage, waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered']);
  for (const _ of [1, 2]) {
    expect(await ask(appointmentId, { is: 'accept', ...own })).toMatchObject({ state: 'open', visit: own });
  }
  await follow();
  expect(await typesOf(stage, waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferAccepted']);
  const events = await stage.log.readStream(streams.doctorDay(stage.pocId, date));
  const booked = events.filter(({ type }) => type === 'AppointmentBooked');
  expect(booked).toMatchObject([
    {
      data: { appointmentId, waitingId },
      metadata: { actor: { kind: 'patient', id: stage.patientId }, channel: 'email' },
    },
  ]);
  expect(subjects()).toEqual(['A place is free at Sunrise', 'Your appointment at Sunrise']);
});

test('a place that is declined by the link is free for the next, and the link has ended', async () => {
  const waitingId = await join();
  const { patientId } = await stage.more();
  const next = await join(patientId);
  await follow();
  const appointmentId = await offered(waitingId);
  const answers = [1, 2].map(() => ask(appointmentId, { is: 'decline', ...own }));
  const declined = { state: 'declined', visit: null };
  expect(await Promise.all(answers)).toEqual([declined, declined]);
  // As a browser asks again that got no answer.
  expect(await ask(appointmentId, { is: 'decline', ...own })).toEqual(declined);
  expect(await ask(appointmentId, { is: 'accept', ...own })).toEqual(declined);
  await follow();
  expect((await typesOf(stage, waitingId)).slice(0, 3)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferDeclined']);
  expect(await offerOf(stage, next)).not.toBeNull();
  // Of another record.
  expect(await ask(await offered(next))).toEqual({ state: 'ended', visit: null });
});

test('an offer of the night is emailed at 8:00 with two hours for the answer, and dropped if it ended before', async () => {
  pass('23:00');
  const waitingId = await join();
  const { patientId } = await stage.more();
  const other = await join(patientId);
  await send();
  expect(sent).toEqual([]);
  const [first, second] = [await offered(waitingId), await offered(other)];
  const declined = { waitingId: other, appointmentId: second, answer: 'decline' } as const;
  accepted(await stage.service.commands.answerOffer(declined, stage.by()));
  pass('07:59', '2026-11-22');
  await send();
  expect(sent).toEqual([]);
  pass('08:00', '2026-11-22');
  await send();
  expect(sent.map(({ to }) => to)).toContain('ravi@mail.example');
  const { visit } = accepted(await ask(first));
  expect(visit?.offeredUntil).toEqual({ date: '2026-11-22', time: '10:00' });
  expect(await emails(first)).toEqual(['MessagePlanned offered', 'MessageSendStarted offered', 'MessageSent offered']);
  expect(await emails(second)).toEqual(['MessagePlanned offered', 'MessageDropped offered offerEnded']);
});

test('an offer has the language of the patient', async () => {
  accepted(await stage.service.commands.setMessageLanguage({ patientId: stage.patientId, language: 'hi' }, stage.by()));
  await join();
  await follow();
  expect(subjects()).toEqual(['Sunrise में एक जगह खाली है']);
  expect(sent[0]?.text).toMatch(/Asha Menon के साथ एक जगह खाली है: मंगलवार, 24 नवंबर 2026 को .*9:00 बजे/);
  expect(sent[0]?.text).toMatch(/10:00 बजे तक रोकी गई है[\s\S]*#hi/);
  expect(sent[0]?.html).toContain('यह जगह स्वीकार या अस्वीकार करें');
});

test('nobody is emailed who has no address or wants none, and nothing while it is turned off', async () => {
  const { commands } = stage.service;
  accepted(await commands.chooseMessages({ patientId: stage.patientId, accepted: false, reason: 'Calls' }, stage.by()));
  await join();
  await follow();
  accepted(await commands.changeClient({ messages: { ...messages, offered: false } }, stage.by()));
  await join((await stage.more()).patientId);
  await follow();
  expect(sent).toEqual([]);
});

test('a place whose time is over is no longer shown, before the hold has lapsed', async () => {
  const waitingId = await join();
  await follow();
  const appointmentId = await offered(waitingId);
  stage.clock.set(stage.clock.now() + 2 * 3_600_000);
  expect(clinicNow(stage.clock.now(), zone).time).toBe('10:03');
  expect(await ask(appointmentId)).toEqual({ state: 'offerEnded', visit: null });
});

test('the link of a record that was merged since accepts for the person', async () => {
  const { commands } = stage.service;
  const waitingId = await join();
  await follow();
  const appointmentId = await offered(waitingId);
  const person = { name: 'Ravindra Kumar', phone: '919876540000', email: 'person@mail.example', location: 'Pune' };
  const userId = accepted(await commands.savePatient(person, stage.by())).patientId;
  const request = { userId, otherId: stage.patientId, fromOther: [], reason: 'One person' };
  accepted(await commands.mergePatients(request, stage.by()));
  expect(await ask(appointmentId)).toMatchObject({ state: 'offered', visit: { firstName: 'Ravindra' } });
  expect(await ask(appointmentId, { is: 'accept', ...own })).toMatchObject({ state: 'open', visit: own });
});

test('the link of an erased patient shows nothing', async () => {
  const waitingId = await join();
  await follow();
  const appointmentId = await offered(waitingId);
  accepted(await stage.service.commands.erasePatient({ patientId: stage.patientId }, stage.by()));
  expect(await ask(appointmentId, { is: 'accept', ...own })).toEqual({ state: 'ended', visit: null });
});

/** Books all places of a time, and blocks the others; returns a visit whose cancellation frees a place for who waits. */
async function fullTime(): Promise<string> {
  const { commands } = stage.service;
  const booked: string[] = [];
  const times = ['09:30', '10:00', '10:30', '11:00', '11:30'];
  accepted(await commands.blockSlots({ pocId: stage.pocId, date, times, reason: null }, stage.by()));
  for (const _ of [1, 2, 3]) {
    const { patientId } = await stage.more();
    const visit = { patientId, pocId: stage.pocId, ...own, type: 'Direct Consultation', payment: 'Pay_later' } as const;
    booked.push(accepted(await commands.bookAppointment(visit, stage.by())).appointmentId);
  }
  return booked[0] ?? '';
}

test('an offer of a place that was freed by mistake is emailed to nobody once that is undone', async () => {
  const { commands } = stage.service;
  accepted(await commands.changeClient({ messages: { ...noMessages, offered: true } }, stage.by()));
  const appointmentId = await fullTime();
  const waitingId = await join();
  await plan();
  expect(await offerOf(stage, waitingId)).toBeNull();
  const about = { appointmentId, as: 'admin' } as const;
  const { eventId } = accepted(await commands.changeAppointmentStatus({ ...about, status: 'Cancelled' }, stage.by()));
  await send();
  const offer = await offered(waitingId);
  stage.clock.set(stage.clock.now() + 10_000);
  await send();
  accepted(await commands.undoAppointmentStatus({ ...about, status: 'Confirmed', eventId: eventId ?? '' }, stage.by()));
  await follow();
  await follow();
  expect(sent).toEqual([]);
  expect(await emails(offer)).toEqual(['MessagePlanned offered', 'MessageDropped offered offerEnded']);
});

test('a visit that was accepted by the link and is cancelled by the desk right after is emailed as cancelled', async () => {
  const { commands } = stage.service;
  accepted(await commands.changeClient({ messages: { ...messages, cancelled: true } }, stage.by()));
  const waitingId = await join();
  await follow();
  const appointmentId = await offered(waitingId);
  accepted(await ask(appointmentId, { is: 'accept', ...own }));
  await plan();
  stage.clock.set(stage.clock.now() + 120_000);
  accepted(await commands.changeAppointmentStatus({ appointmentId, status: 'Cancelled', as: 'admin' }, stage.by()));
  await follow();
  expect(subjects()).toContain('Your appointment at Sunrise is cancelled');
});

test('an offer that has less than 10 minutes left by the time its sending starts is not sent', async () => {
  const waitingId = await join();
  await plan();
  const appointmentId = await offered(waitingId);
  stage.clock.set(stage.clock.now() + grace);
  const mail = { send: async (letter: Letter) => void sent.push(letter), close: async () => undefined };
  const slow = stage.another((log) => ({
    ...log,
    append: async (...call) => {
      const result = await log.append(...call);
      if (JSON.stringify(call).includes('"MessageSendStarted"')) pass('09:51');
      return result;
    },
  }));
  const sending = { mail, mailFrom: 'Dayline <no-reply@dayline.example>', publicUrl: 'https://dayline.example' };
  await slow.messages.start({ ...sending, everyMs: null }).sendDue();
  expect(sent).toEqual([]);
  expect((await emails(appointmentId)).at(-1)).toBe('MessageDropped offered offerEnded');
});

describe('a decline while the desk accepts', () => {
  async function declineBeside(isKilled: boolean) {
    const waitingId = await join();
    await follow();
    const appointmentId = await offered(waitingId);
    const desk = stage.another((log) => ({
      ...log,
      append: async (...call) => {
        if (isKilled && JSON.stringify(call).includes('"OfferAccepted"')) throw new Error('killed');
        return log.append(...call);
      },
    }));
    let isFirst = true;
    const { commands } = stage.another((log) => ({
      ...log,
      append: async (...call) => {
        if (isFirst && JSON.stringify(call).includes('"OfferDeclined"')) {
          isFirst = false;
          const accept = { waitingId, appointmentId, answer: 'accept' } as const;
          await desk.commands.answerOffer(accept, stage.by()).catch(() => undefined);
        }
        return log.append(...call);
      },
    }));
    const asked = { appointmentId, patientId: stage.patientId, freeFrom: undefined };
    const answer = await commands.answerVisit({ ...asked, answer: { is: 'decline', ...own } }, stage.by());
    expect(isFirst).toBe(false);
    return answer;
  }

  test('shows the visit that the desk has booked', async () => {
    expect(await declineBeside(false)).toMatchObject({ state: 'open', visit: own });
  });

  test('shows it too before the offer is accepted', async () => {
    expect(await declineBeside(true)).toMatchObject({ state: 'open', visit: own });
  });
});
