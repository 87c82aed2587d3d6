import { z } from 'zod';
import { changedPersonal, defineEvent, personal } from './definition.ts';

test('the fields that are sealed are those whose schema is personal', () => {
  const data = z.object({ name: personal, email: changedPersonal, branchId: z.int() });
  expect(defineEvent('Tried', 1, data, { action: 'other', sealedFor: 'streamOwner' }).personal).toEqual({
    fields: ['name', 'email'],
    subject: 'streamOwner',
  });
  expect(defineEvent('Tried', 1, z.object({ branchId: z.int() }), { action: 'other' }).personal).toBeNull();
});

test('a personal field that isn’t sealed doesn’t compile', () => {
  // @ts-expect-error: a hospital number is personal wherever it is.
  defineEvent('Tried', 1, z.object({ uhid: z.string().nullable() }), { action: 'other' });
  // @ts-expect-error: what is sealed is a text or null.
  defineEvent('Tried', 1, z.object({ sex: z.enum(['female']) }), { action: 'other', sealedFor: 'streamOwner' });
  // @ts-expect-error: whose key seals it must be said.
  defineEvent('Tried', 1, z.object({ name: personal }), { action: 'other' });
  // @ts-expect-error: nothing in it is personal.
  defineEvent('Tried', 1, z.object({ branchId: z.int() }), { action: 'other', sealedFor: 'streamOwner' });
});

test('what names an event that it undoes is an undo, not what may name one', () => {
  const kindOf = (undoneEventId: z.ZodString | z.ZodNullable<z.ZodString>) =>
    defineEvent('Tried', 1, z.object({ undoneEventId }), { action: 'payment', is: 'correction' }).kind;
  expect([kindOf(z.string()), kindOf(z.string().nullable())]).toEqual(['undo', 'correction']);
});
