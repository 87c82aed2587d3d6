import { slotId } from '@dayline/contracts/ids';
import { holdMs } from '@dayline/contracts/partner/holds';
import type { Phone } from '../simulator/simulator.ts';
import { openStage, type Stage } from '../testing/chat-stage.ts';
import { testId } from '../testing/fake-dayline.ts';
import { number, talkingOn } from '../testing/talking.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.stop();
});

const { say, tap, known } = talkingOn(() => stage);
const titles = (phone: Phone) => phone.last.choices.map(({ title }) => title);
const bookings = () => stage.dayline.commands.filter(({ name }) => name === 'bookPartnerAppointment');
const confirmed = () =>
  stage.dayline.visits.filter((visit) => visit.status === 'Confirmed' && visit.slotId.includes('_202612'));

test('a known patient books in three replies', async () => {
  const { phone } = await known();
  await say(phone, 'Hi');
  expect(phone.last.text).toBe('Hello Rohan. A visit with Dr. Asha Menon again?');
  const before = phone.messages.length;
  await tap(phone, 'Yes');
  expect(titles(phone)).toEqual([
    ...['Today, 9:00 AM', 'Today, 9:30 AM', 'Today, 10:00 AM', 'Today, 10:30 AM', 'Today, 11:00 AM', 'Today, 11:30 AM'],
    ...['Tomorrow, 9:00 AM', 'Tomorrow, 9:30 AM', 'Later times', 'Other days'],
  ]);
  await tap(phone, 'Today, 11:30 AM');
  expect(phone.last.text).toBe(
    'Kept for 5 minutes: Today, 11:30 AM, Dr. Asha Menon, for Rohan. Please pay ₹500 at the hospital.',
  );
  await tap(phone, 'Confirm');
  expect(phone.last.text).toBe('Booked: Today, 11:30 AM, Dr. Asha Menon, Room 3. Please pay ₹500 at the hospital.');
  expect(phone.messages.length - before).toBe(3);
  expect(confirmed()).toMatchObject([{ slotId: slotId(testId(1), '2026-12-01', '11:30') }]);
});

test('a new number registers, in Hindi, and chooses department and doctor', async () => {
  const phone = stage.simulator.phone(number);
  await say(phone, 'नमस्ते');
  await tap(phone, 'हिन्दी');
  expect(phone.last.text).toBe('मरीज़ का पूरा नाम क्या है?');
  await say(phone, '  Meera Nair ');
  expect(phone.last.text).toContain('ईमेल');
  await say(phone, 'meera at example');
  expect(phone.last.text).toMatch(/^मैं यह नहीं समझा।\n.*ईमेल/);
  await say(phone, 'meera@x.example');
  expect(stage.dayline.patients).toMatchObject([{ name: 'Meera Nair', phone: number }]);
  await tap(phone, 'अपॉइंटमेंट लें');
  expect(titles(phone)).toEqual(['Cardiology', 'Obstetrics and Gynaecol…']);
  await tap(phone, 'Cardiology');
  expect(titles(phone)).toEqual(['Dr. Asha Menon', 'Dr. Bartholomew Venkata…']);
  await tap(phone, 'Dr. Bartholomew Venkata…');
  await tap(phone, 'दूसरे दिन');
  expect(titles(phone).slice(0, 2)).toEqual(['आज', 'कल']);
  await tap(phone, 'कल');
  await tap(phone, 'कल 9:30 AM');
  await tap(phone, 'पक्का करें');
  expect(phone.last.text).toContain('अपॉइंटमेंट बुक हो गया: कल 9:30 AM');
  expect(confirmed()).toHaveLength(1);
});

test('somebody moves and cancels from My visits', async () => {
  const { phone, patientId } = await known();
  const visit = stage.dayline.book(patientId, slotId(testId(1), '2026-12-02', '09:00'));
  await tap(phone, 'My visits');
  expect(titles(phone)).toEqual(['Tomorrow, 9:00 AM']);
  await tap(phone, 'Tomorrow, 9:00 AM');
  await tap(phone, 'Move');
  await tap(phone, 'Today, 10:30 AM');
  expect(phone.last.text).toBe('Move the visit to Today, 10:30 AM, Dr. Asha Menon?');
  await tap(phone, 'Confirm');
  expect(phone.last.text).toBe('Moved: Today, 10:30 AM, Dr. Asha Menon, Room 3.');
  expect(visit.slotId).toBe(slotId(testId(1), '2026-12-01', '10:30'));
  await tap(phone, 'My visits');
  await tap(phone, 'Today, 10:30 AM');
  await tap(phone, 'Cancel the visit');
  expect(visit.status).toBe('Confirmed');
  await tap(phone, 'Cancel the visit');
  expect(visit.status).toBe('Cancelled');
  expect(phone.last.text).toBe('The visit is cancelled.');
});

test('of several people behind a phone it is asked for whom; the choice that asked goes on', async () => {
  stage.dayline.add('Priya Kulkarni', number);
  const { phone, patientId } = await known();
  expect(titles(phone)).toEqual(['Priya', 'Rohan', 'Somebody else']);
  await tap(phone, 'Rohan');
  expect(phone.last.text).toBe('Hello Rohan. A visit with Dr. Asha Menon again?');
  await tap(phone, 'Yes');
  const list = phone.last;
  stage.advance(2 * 3_600_000);
  // Yesterday's list, when it is no longer known who is meant.
  phone.tap('Tomorrow, 9:00 AM', list.choices.find(({ title }) => title === 'Tomorrow, 9:00 AM')?.id);
  await stage.settle();
  await tap(phone, 'Rohan');
  await tap(phone, 'Confirm');
  expect(confirmed()).toMatchObject([{ patientId, slotId: slotId(testId(1), '2026-12-02', '09:00') }]);
  await tap(phone, 'Book for another');
  await tap(phone, 'Somebody else');
  await say(phone, 'Anil Kulkarni');
  await say(phone, 'no');
  expect(phone.last.text).toBe('Hello Anil. What can I do for you?');
});

test('a time that was taken meanwhile is replaced by free ones, before and at Confirm', async () => {
  const { phone, patientId } = await known();
  await tap(phone, 'Yes');
  const list = phone.last;
  stage.dayline.book(patientId, slotId(testId(1), '2026-12-01', '09:00'));
  await tap(phone, 'Today, 9:00 AM');
  expect(phone.last.text).toBe('This time is no longer free.\nFree times of Dr. Asha Menon:');
  await tap(phone, 'Today, 9:30 AM');
  stage.advance(holdMs);
  stage.dayline.book(patientId, slotId(testId(1), '2026-12-01', '09:30'));
  await tap(phone, 'Confirm');
  expect(phone.last.text).toBe(
    'The place was kept for 5 minutes only, and is no longer free.\nFree times of Dr. Asha Menon:',
  );
  stage.advance(24 * 3_600_000);
  phone.tap('Today, 10:00 AM', list.choices[2]?.id);
  await stage.settle();
  expect(phone.last.text).toContain('This time is no longer free.');
});

test('the place is held from the choice of a time until another one is chosen, or it is booked', async () => {
  const { phone } = await known();
  const [first, second] = ['09:00', '09:30'].map((time) => slotId(testId(1), '2026-12-01', time)) as [string, string];
  await tap(phone, 'Yes');
  const { choices } = phone.last;
  await tap(phone, 'Today, 9:00 AM');
  expect(stage.dayline.holds.map((hold) => hold.slotId)).toEqual([first]);
  // Not understood: it is asked again, with the same hold.
  await say(phone, 'What is this?');
  expect(phone.last.text).toContain('Kept for 5 minutes: Today, 9:00 AM');
  phone.tap('Today, 9:30 AM', choices[1]?.id);
  await stage.settle();
  expect(stage.dayline.holds.map((hold) => hold.slotId)).toEqual([second]);
  await tap(phone, 'Confirm');
  expect(stage.dayline.holds).toEqual([]);
  expect(confirmed()).toMatchObject([{ slotId: second }]);
  const names = stage.dayline.commands.map(({ name }) => name).filter((name) => name.endsWith('Hold'));
  expect(names).toEqual(['createHold', 'releaseHold', 'createHold']);
});

test('a hold that lapsed books all the same while the place is free; one that is refused is done without', async () => {
  const { phone } = await known();
  await tap(phone, 'Yes');
  await tap(phone, 'Today, 9:00 AM');
  stage.advance(holdMs + 1);
  await tap(phone, 'Confirm');
  expect(phone.last.text).toBe('Booked: Today, 9:00 AM, Dr. Asha Menon, Room 3. Please pay ₹500 at the hospital.');
  stage.dayline.holds.push({ appointmentId: '', slotId: '', phone: `+${number}`, until: stage.clock.now() + holdMs });
  await say(phone, 'menu');
  await tap(phone, 'Yes');
  await tap(phone, 'Today, 10:00 AM');
  expect(phone.last.text).toBe('Today, 10:00 AM, Dr. Asha Menon, for Rohan. Please pay ₹500 at the hospital.');
  await tap(phone, 'Confirm');
  expect(confirmed()).toHaveLength(2);
});

test('a second tap on Confirm books nothing', async () => {
  const { phone } = await known();
  await tap(phone, 'Yes');
  await tap(phone, 'Today, 11:30 AM');
  const { id } = phone.last.choices[0] ?? {};
  phone.tap('Confirm', id);
  phone.tap('Confirm', id);
  await stage.settle();
  expect(bookings()).toHaveLength(1);
  expect(phone.last.text).toBe('Your visits:');
});

test('ids of other people in a tap change nothing', async () => {
  const { phone } = await known();
  const stranger = stage.dayline.add('Zoya Siddiqui', '919812345678');
  const visit = stage.dayline.book(stranger.patientId, slotId(testId(1), '2026-12-02', '09:00'));
  const slot = slotId(testId(1), '2026-12-01', '11:30');
  for (const id of [
    `cancelled:${visit.appointmentId}`,
    `time:${testId(1)}:2026-12-01:11:30:${visit.appointmentId}`,
    `confirm::${slot}:${visit.appointmentId}`,
    `time:${testId(1)}:2026-12-01:11:30`,
    `confirm:${stranger.patientId}:${slot}`,
    `visit:${visit.appointmentId}`,
    `person:${stranger.patientId}`,
  ]) {
    phone.tap('any', id);
    await stage.settle();
    expect(JSON.stringify(phone.messages)).not.toContain('Zoya');
  }
  expect(stage.dayline.commands.filter(({ name }) => /^(?:move|cancel|book)/.test(name))).toEqual([]);
  expect(visit).toMatchObject({ status: 'Confirmed', slotId: slotId(testId(1), '2026-12-02', '09:00') });
});

test('a hidden number is asked for; a shared contact of the address book is none', async () => {
  stage.dayline.add('Rohan Kulkarni', number);
  const phone = stage.simulator.phone(number, { hidesNumber: true });
  await say(phone, 'Hi');
  await tap(phone, 'English');
  expect(phone.last.kind).toBe('contact');
  phone.share('other');
  await stage.settle();
  expect(phone.last.kind).toBe('contact');
  expect(stage.dayline.commands).toEqual([]);
  phone.share('contact_request');
  await stage.settle();
  expect(phone.last.text).toBe('Hello Rohan. What can I do for you?');
});

describe('stop, menu, desk and the language', () => {
  /** The ways into each state. */
  const ways: Readonly<Record<string, readonly string[]>> = {
    menu: [],
    department: ['Another doctor'],
    doctor: ['Another doctor', 'Cardiology'],
    time: ['Yes'],
    confirm: ['Yes', 'Today, 11:30 AM'],
    visits: ['My visits'],
    who: ['Yes', 'Today, 11:30 AM', 'Confirm', 'Book for another'],
    name: ['Yes', 'Today, 11:30 AM', 'Confirm', 'Book for another', 'Somebody else'],
  };
  test.each(Object.keys(ways))('work in the state %s', async (state) => {
    const { phone } = await known();
    const enter = async () => {
      await say(phone, 'menu');
      for (const title of ways[state] ?? []) await tap(phone, title);
    };
    await enter();
    await say(phone, 'stop');
    expect(phone.last.text).toContain('I am silent now');
    await say(phone, 'menu');
    for (const title of ways[state]?.slice(0, 1) ?? []) await tap(phone, title);
    await say(phone, 'भाषा');
    await tap(phone, 'हिन्दी');
    expect(phone.last.text).toContain('नमस्ते Rohan');
    await say(phone, 'english');
    await tap(phone, 'English');
    await say(phone, 'DESK!');
    expect(phone.last.text).toContain('The desk of the hospital answers you here.');
    expect(stage.typesIn()).toContain('HandoverRequested');
  });

  test('work before a language is chosen', async () => {
    const phone = stage.simulator.phone(number);
    await say(phone, 'desk');
    expect(phone.last.text).toContain('The desk of the hospital answers');
    await say(phone, 'stop');
    expect(phone.last.text).toContain('I am silent now');
    await say(phone, 'menu');
    expect(titles(phone)).toEqual(['English', 'हिन्दी']);
  });
});

test('a word that every object has is a text like others', async () => {
  const { phone } = await known();
  await say(phone, 'constructor');
  expect(phone.last.text).toContain('Rohan');
});

test('after two misunderstandings the desk takes over, until menu or 24 hours', async () => {
  const { phone } = await known();
  await say(phone, 'What about my knee?');
  expect(phone.last.text).toMatch(/^I did not understand that\.\nHello Rohan/);
  await say(phone, 'It hurts');
  expect(phone.last.text).toContain('The desk of the hospital answers');
  const count = phone.messages.length;
  await say(phone, 'Hello?');
  expect(phone.messages).toHaveLength(count);
  await say(phone, 'menu');
  expect(phone.last.text).toContain('Hello Rohan');
  await say(phone, 'desk');
  stage.advance(24 * 3_600_000);
  await say(phone, 'Hello?');
  expect(phone.last.text).toContain('Hello Rohan');
});

test('nothing reaches the log in clear text but ids, and a message id is a hash', async () => {
  await known();
  const stored = JSON.stringify(stage.events);
  for (const text of [number, 'Rohan', 'wamid.', 'Hello', 'IN.']) expect(stored).not.toContain(text);
});
