import type { Recorded } from '@dayline/contracts/events/definition';
import type { Fact } from './command-handler/decider.ts';
import { modules } from './modules.ts';
import { recorded } from './testing/given-when-then.ts';

interface Fold {
  readonly initial: unknown;
  fold(state: unknown, events: readonly Recorded<Fact>[]): unknown;
}

describe.each(Object.entries(modules))('%s', (_, { decider }) => {
  test('folds no event that it does not know: it throws, and the message holds nothing of the event', () => {
    // Cast is safe: the test needs an event that no decider knows.
    const { initial, fold } = decider as unknown as Fold;
    const newer = recorded([{ type: 'SomethingNewer', data: { appointmentId: 'a', name: 'Meera' } }]);
    expect(() => fold(initial, newer)).toThrow(new TypeError('unexpected: SomethingNewer'));
  });
});
