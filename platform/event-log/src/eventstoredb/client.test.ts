import { UnavailableError } from '@eventstore/db-client';
import { useClient } from './client.ts';

test('nodes of a cluster that are not found fail the call alone, not the process', async () => {
  const shared = useClient('esdb+discover://127.0.0.1:1?tls=false&maxDiscoverAttempts=1&discoveryInterval=1');
  const appended = shared.append(5_000, 'doctor-1', []);
  // The library calls it so, without waiting, while the nodes are being looked for.
  const handleError: (stub: unknown, error: Error) => Promise<void> = Reflect.get(shared.client, 'handleError');
  await expect(handleError({ getChannel: () => null }, new UnavailableError())).resolves.toBeUndefined();
  await expect(appended).rejects.toThrow();
  await shared.leave();
});
