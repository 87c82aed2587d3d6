import { onlineManager } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { makeQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

test('without a network a command and a query fail at once; neither waits to be sent later', async () => {
  onlineManager.setOnline(false);
  const client = makeQueryClient();
  const refused = new CallError({ status: 409, code: 'slot.full', message: 'Full.' });
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(refused) });
  await expect(mutation.execute(undefined)).rejects.toBe(refused);
  await expect(client.fetchQuery({ queryKey: ['any'], queryFn: () => Promise.reject(refused) })).rejects.toBe(refused);
});
