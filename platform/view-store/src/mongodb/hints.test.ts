import type { ViewDefinition } from '../port.ts';
import { hintsOf } from './hints.ts';

const fields = (field: string) => ['clientId', field, 'recordedAt', 'position'];
const view = {
  name: 'entries',
  indexes: [
    { name: 'byClientLines', fields: fields('inBatch'), isBroad: true },
    { name: 'byActor', fields: fields('actorId') },
  ],
} as const satisfies ViewDefinition;

test('of equally good indexes a broad one is not taken, so that a person’s page reads the person’s entries', () => {
  const order = ['recordedAt', 'position'].map((field) => ({ field, descending: true }));
  const hint = hintsOf(view);
  expect(hint({ view: 'entries', where: { clientId: 'c', inBatch: false, actorId: 'a' }, order })).toEqual({
    hint: 'byActor',
  });
  expect(hint({ view: 'entries', where: { clientId: 'c', inBatch: false }, order })).toEqual({ hint: 'byClientLines' });
});
