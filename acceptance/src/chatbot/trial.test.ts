import type { Trial, TrialAct, TrialPerson } from '@dayline/contracts/endpoints/partner/chatbot-try';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** The simulator of WhatsApp in the demo: the real chatbot, by its own key, in the started product. */

let dataDir = '';
let product: Product;
let admin: SignedIn;

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

async function show(person: TrialPerson, act?: TrialAct, as = admin): Promise<Trial> {
  const { trial } = (await as.call('tryChatbot', { person, ...(act && { act }) })).reply();
  if (!trial) throw new Error('The demo has a simulator.');
  return trial;
}
/** Does it, and waits for the reply. */
async function reply(person: TrialPerson, act: TrialAct): Promise<Trial> {
  await show(person, act);
  return await eventually('the reply', async () => {
    const trial = await show(person);
    return trial.isAwaited ? null : trial;
  });
}
const lastOf = ({ messages }: Trial) => messages.at(-1) ?? { id: '', text: '', choices: [] };
function tapOn(trial: Trial, title: RegExp): TrialAct {
  const { id: messageId, choices } = lastOf(trial);
  return { does: 'tap', messageId, choice: choices.find((choice) => title.test(choice.title))?.id ?? '' };
}

test('a known patient books in three replies, and the story of the visit has the channel WhatsApp', async () => {
  const asked = await reply('known', { does: 'say', text: 'Hi' });
  expect(asked.knownName).toBe('Rohan Kulkarni');
  expect(lastOf(asked).text).toContain('Which language');
  const again = await reply('known', tapOn(asked, /English/));
  expect(lastOf(again).text).toMatch(/^Hello Rohan\. A visit with Dr\. .* again\?$/);
  const times = await reply('known', tapOn(again, /Yes/));
  expect(lastOf(times)).toMatchObject({ kind: 'list', opens: 'Choose' });
  const kept = await reply('known', tapOn(times, /M$/));
  expect(lastOf(kept).text).toMatch(/^Kept for 5 minutes: /);
  const booked = await reply('known', tapOn(kept, /Confirm/));
  expect(lastOf(booked).text).toMatch(/^Booked: /);
  expect(booked.messages.filter(({ tap }) => tap !== null).map(({ tap }) => tap)).toEqual([1, 2, 3, 4]);
  expect(booked.calls.map(({ call }) => call)).toEqual(
    expect.arrayContaining(['lookUpPatients', 'listPartnerSlots', 'createHold', 'bookPartnerAppointment']),
  );
  const { appointmentId } = booked.calls.find(({ call }) => call === 'bookPartnerAppointment') ?? {};
  expect(appointmentId).toContain(booked.doctor?.pocId);
  const story = (await admin.call('getAppointmentStory', { appointmentId: appointmentId ?? '' })).reply();
  expect(story.entries[0]).toMatchObject({
    ...{ channel: 'whatsapp', actor: { kind: 'partner', name: 'WhatsApp chatbot' } },
  });
  const events = await eventsIn(dataDir);
  expect(
    events.filter(({ type, data }) => type === 'ApiKeyIssued' && data['name'] === 'WhatsApp chatbot'),
  ).toHaveLength(1);
});

test('each client of the demo has its own chatbot, also over a network that loses and doubles', async () => {
  const lakeside = await signIn(product.url, 'admin@lakeside.example');
  const ask = async (act?: TrialAct) => {
    const request = { person: 'hidden', network: 'lost', ...(act && { act }) } as const;
    return (await lakeside.call('tryChatbot', request)).reply().trial;
  };
  await ask({ does: 'say', text: 'Hi' });
  const asked = await eventually('the language is asked', async () => {
    const trial = await ask();
    return trial && !trial.isAwaited ? trial : null;
  });
  expect(asked.messages).toHaveLength(2);
  await ask(tapOn(asked, /English/));
  const trial = await eventually('the number is asked for', async () => {
    const shown = await ask();
    return shown && !shown.isAwaited && shown.messages.length === 4 ? shown : null;
  });
  expect(lastOf(trial)).toMatchObject({ kind: 'contact' });
  const doctor = await signIn(product.url, 'doctor@sunrise.example');
  expect((await show('new', undefined, doctor)).messages).toEqual([]);
});

test('the talk of a family asks who the visit is for; Start Again clears the phone, and after a restart the key is the same', async () => {
  const asked = await reply('family', { does: 'say', text: 'Hi' });
  const question = await reply('family', tapOn(asked, /English/));
  const titles = lastOf(question).choices.map(({ title }) => title);
  expect([...titles].sort()).toEqual(['Riya', 'Somebody else', 'Sunita', 'Vijay']);
  expect((await show('family', { does: 'startAgain' })).messages).toEqual([]);
  await product.stop();
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  const again = await reply('family', { does: 'say', text: 'Hi' });
  expect(lastOf(again).choices).toHaveLength(4);
  const keys = (await eventsIn(dataDir)).filter(({ type }) => type === 'ApiKeyIssued');
  expect(keys.filter(({ data }) => data['name'] === 'WhatsApp chatbot')).toHaveLength(2);
});

test('there is none without the demo', async () => {
  await product.stop();
  product = await startProduct(dataDir, { DEMO: 'off' });
  admin = await signIn(product.url, 'admin@sunrise.example');
  expect((await admin.call('tryChatbot', { person: 'known' })).reply()).toEqual({ trial: null });
});
