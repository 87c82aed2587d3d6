import { runs } from '@dayline/contracts/testing/trials';
import fc from 'fast-check';
import type { Fault, Phone } from '../simulator/simulator.ts';
import { openStage, type Stage } from '../testing/chat-stage.ts';

const hour = 3_600_000;
const words = [
  'Hi',
  'menu',
  'stop',
  'desk',
  'language',
  'भाषा',
  'Meera Nair',
  'My knee hurts',
  'constructor',
  '🙏'.repeat(300),
  '',
];

const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('tap' as const), back: fc.nat(2), choice: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('say' as const), word: fc.constantFrom(...words) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('share' as const), isOwn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.constantFrom(1, 2, 23, 25) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('lost', 'dropped', 'refused'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('kill' as const), after: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('answerLost' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
const talk = fc.record({
  network: fc.record({
    batches: fc.boolean(),
    doubles: fc.boolean(),
    reorders: fc.boolean(),
    statusesFirst: fc.boolean(),
  }),
  people: fc.nat(3),
  hidesNumber: fc.boolean(),
  acts: fc.array(fc.record({ act, settles: fc.boolean() }), { minLength: 5, maxLength: 25 }),
});

const number = '919876543210';

function carryOut(stage: Stage, phone: Phone, act: Act): void {
  if (act.does === 'say') phone.say(act.word);
  if (act.does === 'share') phone.share(act.isOwn ? 'contact_request' : 'other');
  if (act.does === 'wait') stage.advance(act.hours * hour);
  if (act.does === 'fault') stage.simulator.faults.push(act.fault);
  if (act.does === 'answerLost') stage.dayline.faults.push(new Error('the answer is lost'));
  if (act.does === 'kill') {
    let left = act.after;
    stage.failAppends(() => {
      left -= 1;
      return left === -1;
    });
  }
  if (act.does === 'tap') {
    const { choices = [] } = phone.messages.at(-1 - act.back) ?? {};
    const choice = choices[act.choice % Math.max(1, choices.length)];
    if (choice) phone.tap(choice.title, choice.id);
    else phone.say('menu');
  }
}

test('random talks over a bad network keep every limit, and have one effect per tap', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async ({ network, people, hidesNumber, acts }) => {
      const stage = await openStage();
      try {
        stage.simulator.network = network;
        for (let person = 0; person < people; person += 1) stage.dayline.add(`Person${person} Kulkarni`, number);
        const phone = stage.simulator.phone(number, { hidesNumber });
        phone.say('Hi');
        for (const each of acts) {
          carryOut(stage, phone, each.act);
          if (each.settles) await stage.settle().catch(() => undefined);
        }
        stage.failAppends(null);
        stage.dayline.faults.length = 0;
        stage.simulator.faults.length = 0;
        await stage.settle();
        // Limits, the window and the pace: only the faults of the test were refused.
        expect(stage.simulator.refusals.filter((code) => code !== 131000)).toEqual([]);
        const replyIds = phone.messages.map(({ replyId }) => replyId);
        expect(new Set(replyIds).size).toBe(replyIds.length);
        expect(stage.dayline.visits.length).toBeLessThanOrEqual(
          phone.taps.filter((id) => id.startsWith('confirm:')).length,
        );
      } finally {
        await stage.stop();
      }
    }),
    { numRuns: runs(15, 1_000), endOnFailure: true },
  );
});
