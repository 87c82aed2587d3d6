import type { Network, Phone } from '../simulator/simulator.ts';
import { openStage, type Stage } from '../testing/chat-stage.ts';
import { number, talkingOn } from '../testing/talking.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.stop();
});

const hour = 3_600_000;
const { say, tap, known } = talkingOn(() => stage);
const count = (type: string): number => stage.typesIn().filter((each) => each === type).length;
const replyIds = (phone: Phone) => phone.messages.map(({ replyId }) => replyId);

describe('the webhook', () => {
  const get = async (query: string) => {
    const answer = await fetch(`${stage.url}/api/whatsapp/webhook?${query}`);
    return [answer.status, await answer.text()];
  };
  test('answers the challenge to whoever has the token', async () => {
    const token = encodeURIComponent(stage.settings.verifyToken);
    expect(await get(`hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=4711`)).toEqual([200, '4711']);
    expect(await get('hub.mode=subscribe&hub.verify_token=another&hub.challenge=4711')).toEqual([403, 'Forbidden']);
    expect(await get(`hub.verify_token=${token}&hub.challenge=4711`)).toEqual([403, 'Forbidden']);
  });

  test('takes nothing without a true signature of the bytes', async () => {
    const { simulator } = stage;
    expect(await simulator.deliver({ entry: [] }, 'another secret')).toBe(401);
    expect(await simulator.deliver({ entry: [] })).toBe(200);
    expect((await fetch(`${stage.url}/api/whatsapp/webhook`, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(stage.events).toEqual([]);
  });

  test('takes a body of 3 MB, and skips what it does not understand, or of another number', async () => {
    const { simulator } = stage;
    const message = {
      id: 'wamid.x',
      timestamp: '1796095800',
      from: number,
      type: 'text',
      text: { body: 'x'.repeat(2_900_000) },
    };
    const value = (phone_number_id: string, messages: object[]) => ({
      entry: [{ changes: [{ field: 'messages', value: { metadata: { phone_number_id }, messages } }] }],
    });
    const { phoneNumberId } = stage.settings;
    // Casts are safe: these are JSON.
    expect(await simulator.deliver(value('999', [message]) as never)).toBe(200);
    expect(await simulator.deliver(value(phoneNumberId, [{ id: 7 }, { type: 'text' }]) as never)).toBe(200);
    expect(await simulator.deliver({ entry: 'none' })).toBe(200);
    expect(stage.events).toEqual([]);
    expect(await simulator.deliver(value(phoneNumberId, [message]) as never)).toBe(200);
    expect(stage.typesIn()).toEqual(['ChatMessageReceived']);
  });

  test('answers 503 while the log is unavailable, and takes the message when it is sent again', async () => {
    const phone = stage.simulator.phone(number);
    stage.failAppends(() => true);
    phone.say('Hi');
    expect(await stage.simulator.flush()).toEqual([503]);
    stage.failAppends(null);
    await stage.settle();
    expect(phone.messages).toHaveLength(1);
  });
});

const networks: Readonly<Record<string, Network>> = {
  batches: { batches: true },
  doubles: { doubles: true },
  'reordered webhooks': { reorders: true },
  'no statuses': { withoutStatuses: true },
  'statuses before the answer': { statusesFirst: true },
  'all at once': { batches: true, doubles: true, reorders: true },
};
test.each(Object.keys(networks))('with %s each tap has one effect and each reply arrives once', async (name) => {
  stage.simulator.network = networks[name] ?? {};
  const { phone } = await known();
  for (const title of ['Yes', 'Today, 11:30 AM', 'Confirm']) await tap(phone, title);
  expect(stage.dayline.visits).toHaveLength(2);
  expect(phone.messages).toHaveLength(5);
  expect(new Set(replyIds(phone)).size).toBe(5);
  expect(stage.sent).toEqual({ received: 5, sent: 5, failed: 0 });
});

test('several messages are answered in order, at most one in 6 s', async () => {
  const { phone } = await known();
  phone.say('menu');
  phone.say('menu');
  phone.tap('My visits');
  await stage.settle();
  const times = phone.messages.map(({ at }) => at);
  for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(6_000);
  expect(phone.messages).toHaveLength(5);
  expect(stage.simulator.refusals).toEqual([]);
});

test('the pace counts from a status that comes before WhatsApp’s answer', async () => {
  stage.simulator.network = { statusesFirst: true };
  const { phone } = await known();
  stage.delays.push(500);
  phone.say('menu');
  phone.say('menu');
  await stage.settle();
  expect(phone.messages).toHaveLength(4);
  expect(stage.simulator.refusals).toEqual([]);
});

test('a reply without an answer is not sent twice where a status came, and is sent again where none did', async () => {
  const { phone } = await known();
  stage.simulator.faults.push('lost');
  await say(phone, 'menu');
  expect(phone.messages).toHaveLength(3);
  expect(count('ReplyAccepted')).toBe(2);
  stage.simulator.faults.push('dropped');
  await say(phone, 'menu');
  expect(phone.messages).toHaveLength(4);
  expect(count('ReplySendStarted')).toBe(5);
});

test('a temporary refusal of WhatsApp is tried again; a final one is recorded', async () => {
  const { phone } = await known();
  stage.simulator.faults.push('refused', 'refused');
  await say(phone, 'menu');
  expect(phone.messages).toHaveLength(3);
  expect(count('ReplyFailed')).toBe(0);
  const stranger = stage.simulator.phone('919812345678');
  stranger.say('Hi');
  await stage.simulator.flush();
  // The number is no longer on WhatsApp.
  Object.assign(stranger, { wroteAt: Number.NEGATIVE_INFINITY });
  await stage.settle();
  expect(stage.simulator.refusals).toEqual([131000, 131000, 131047]);
});

describe('more than 24 hours after the last message', () => {
  test('only the template is sent', async () => {
    const { phone } = await known();
    phone.say('menu');
    await stage.simulator.flush();
    stage.advance(25 * hour);
    await stage.settle();
    expect(phone.last).toMatchObject({ kind: 'template', text: 'dayline_menu' });
    expect(stage.simulator.refusals).toEqual([]);
  });

  test('nothing is sent without a template', async () => {
    await stage.stop();
    stage = await openStage({ template: null });
    const { phone } = await known();
    phone.say('menu');
    await stage.simulator.flush();
    stage.advance(25 * hour);
    await stage.settle();
    expect(phone.messages).toHaveLength(2);
    expect(count('ReplyFailed')).toBe(1);
  });

  test('an error 131047 of WhatsApp, at once or by a status, brings the template', async () => {
    const { phone } = await known();
    stage.simulator.fail(phone.last.replyId, 131047);
    await stage.settle();
    expect(phone.last.kind).toBe('template');
    phone.say('menu');
    await stage.simulator.flush();
    Object.assign(phone, { wroteAt: Number.NEGATIVE_INFINITY });
    await stage.settle();
    expect(stage.simulator.refusals).toEqual([131047]);
    expect(phone.messages.filter(({ kind }) => kind === 'template')).toHaveLength(2);
  });
});

describe('a crash', () => {
  test('at any append or call is made good: one effect per tap, no reply twice', async () => {
    const { phone } = await known();
    const steps = ['Yes', 'Today, 11:30 AM', 'Confirm'];
    for (let kill = 0; kill < 12; kill += 1) {
      let appends = 0;
      for (const title of [...steps, 'My visits']) {
        phone.tap(title);
        await stage.simulator.flush();
        stage.failAppends(() => {
          appends += 1;
          return appends === kill;
        });
        stage.dayline.faults.push(new Error('the answer is lost'));
        // Every run after a crash begins with a new process.
        for (let ends = 0; ends < 4; ends += 1) await stage.settle().catch(() => undefined);
        stage.failAppends(null);
        stage.dayline.faults.length = 0;
        await stage.settle();
      }
      const [visit] = stage.dayline.visits.filter(
        ({ status, slotId }) => status === 'Confirmed' && slotId.includes('_202612'),
      );
      expect(stage.dayline.visits).toHaveLength(kill + 2);
      Object.assign(visit ?? {}, { status: 'Cancelled' });
      await say(phone, 'menu');
    }
    expect(new Set(replyIds(phone)).size).toBe(phone.messages.length);
  });
});

test('an erased chat answers nothing any more; the next message begins a new one', async () => {
  const { phone } = await known();
  const [stream = ''] = stage.chatStreams();
  phone.say('menu');
  await stage.simulator.flush();
  stage.keys.destroy(stream);
  await stage.settle();
  expect(phone.messages).toHaveLength(2);
  await say(phone, 'Hi');
  expect(stage.chatStreams()).toHaveLength(2);
  expect(phone.last.choices.map(({ title }) => title)).toEqual(['English', 'हिन्दी']);
});
