import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { openBodyDigests } from './body-digest.ts';

test('a body has another digest in each installation and for each command, and the same on a retry', async () => {
  const body = { commandId: '01J00000000000000000000000', request: { phone: '919000000001' } };
  const [here, elsewhere] = [openBodyDigests(memoryKeyRing()), openBodyDigests(memoryKeyRing())];
  const commandDigest = await here(body);
  expect(await here(body)).toBe(commandDigest);
  expect(await elsewhere(body)).not.toBe(commandDigest);
  expect(await here({ ...body, commandId: '01J00000000000000000000001' })).not.toBe(commandDigest);
});
