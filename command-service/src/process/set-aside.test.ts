import { streams } from '@dayline/contracts/events/categories';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { peopleSettler } from '@dayline/http/session/people-settler';
import { filesOfErased } from '../import/run/old-files.ts';
import { secondFactorSettler } from '../people-process/second-factor-settler.ts';
import { memoryCursors } from '../testing/killed.ts';

const [bad, good] = ['01J0000000000000000000000B', '01J0000000000000000000000G'];
const metadata = {
  ...{ commandId: 'c', commandDigest: '', correlationId: 'c', causationId: 'c', channel: 'system' as const },
  ...{ actor: { kind: 'system', id: 'dayline', name: 'Dayline' } as const, recordedAt: '2026-11-21T04:00:00.000Z' },
  ...{ schemaVersion: 1, keyIds: [], chain: '' },
};
const vault = {
  accounts: { byId: async () => null, setName: async () => undefined },
  secondFactors: { setIdleMinutes: async () => undefined },
} as never;
const importService = { runningWith: async () => [], uploads: {} } as never;

test.each([
  [peopleSettler, 'people-', 'AccountRenamed', { accountId: 'a', name: 'Asha' }],
  [secondFactorSettler, 'people-', 'SessionIdleTimeSet', { minutes: 5 }],
  [filesOfErased, streams.patient(''), 'PatientErased', {}],
] as const)('one event that throws delays none behind it: %p', async (taskOf, prefix, type, data) => {
  const stored = openMemoryEventLog();
  for (const id of [bad, good]) {
    const event = { id, type, data, version: 1, metadata: { ...metadata, clientId: id } };
    await stored.append(`${prefix}${id}`, 'noStream', [event]);
  }
  const read: string[] = [];
  const readStream: EventLog['readStream'] = async (stream, ...window) => {
    read.push(stream);
    if (stream.endsWith(bad)) throw new Error('unreadable');
    return stored.readStream(stream, ...window);
  };
  const task = taskOf({ log: { readStream }, vault, importService });
  const following = followToEnd({ log: followable(stored), cursors: memoryCursors(), ...task } as never);
  await expect(following).rejects.toThrow('unreadable');
  expect(read).toEqual([`${prefix}${bad}`, `${prefix}${good}`]);
});
