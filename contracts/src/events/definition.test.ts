import { z } from 'zod';
import { changedPersonal, defineEvent, personal } from './definition.ts';

test('the fields that are sealed are those whose schema is personal', () => {
  const data = z.object({ name: personal, email: changedPersonal, branchId: z.int() });
  expect(defineEvent('Tried', 1, data, 'streamOwner').personal).toEqual({
    fields: ['name', 'email'],
    subject: 'streamOwner',
  });
  expect(defineEvent('Tried', 1, z.object({ branchId: z.int() })).personal).toBeNull();
});

test('a personal field that isn’t sealed doesn’t compile', () => {
  // @ts-expect-error: a hospital number is personal wherever it is.
  defineEvent('Tried', 1, z.object({ uhid: z.string().nullable() }));
  // @ts-expect-error: what is sealed is a text or null.
  defineEvent('Tried', 1, z.object({ sex: z.enum(['female']) }), 'streamOwner');
  // @ts-expect-error: whose key seals it must be said.
  defineEvent('Tried', 1, z.object({ name: personal }));
  // @ts-expect-error: nothing in it is personal.
  defineEvent('Tried', 1, z.object({ branchId: z.int() }), 'streamOwner');
});
