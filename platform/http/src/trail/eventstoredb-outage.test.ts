import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStoreLog } from '@dayline/event-log/eventstoredb/open';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { SignInAliases } from '../sign-ins/aliases.ts';
import { createTrail } from './trail.ts';

test('twelve sign-ins that are refused while EventStoreDB is unavailable are all on the trail when it is back', async () => {
  const server = await startFaultyEventStore();
  const folder = mkdtempSync(join(tmpdir(), 'dayline-trail-'));
  const vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 1) });
  const log = await openEventStoreLog({ url: server.url, timeLimitMs: 500 });
  const sealed = openSealedLog(log, vault.keys);
  const clock = { now: Date.now };
  const failures: number[] = [];
  const backOff = async (count: number) => {
    failures.push(count);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const logger = { warn: () => undefined, error: () => undefined };
  const trail = createTrail({ log: sealed, store: vault.trail, keys: vault.keys, clock, logger, backOff });
  const accountId = newUlid(clock);
  const clientId = newUlid(clock);
  const stream = await new SignInAliases(vault.keys).streamOf({ accountId, clientId }, new Date().toISOString());
  const record = (code: string) =>
    trail.record({
      accountId,
      event: { type: 'SignInRefused', data: { code } },
      actor: { kind: 'system', id: 'sign-in', name: 'Sign-in' },
      clientId,
      commandId: code,
      commandDigest: '',
      correlationId: 'c',
      channel: 'web' as const,
      causationId: 'c',
      traceparent: null,
    });
  try {
    record('before');
    await trail.flush();
    await server.faults.stop();
    const codes = Array.from({ length: 12 }, (_, index) => `refused-${index}`);
    for (const code of codes) {
      record(code);
      const tries = failures.length;
      while (failures.length === tries) await new Promise((resolve) => setImmediate(resolve));
    }
    await server.faults.start();
    await trail.flush();
    expect((await log.readStream(stream)).map(({ data }) => data['code'])).toEqual(['before', ...codes]);
  } finally {
    await trail.stop();
    await log.close();
    await vault.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
