import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAggregates, createCommands } from '@dayline/command-service/modules';
import type { StoredEvent } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { openPasswords } from '@dayline/http/session/passwords';
import { systemClock } from '@dayline/runtime/clock';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { seedDemo } from '../demo/seed.ts';
import { appendInTurns } from '../demo/turns.ts';

/** The demo's events as of this instant, as a log holds them. Nothing is stored. */
export async function demoEvents(anchor: number): Promise<readonly StoredEvent[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-seed-'));
  const log = openMemoryEventLog();
  const turns = appendInTurns();
  const vault = await openSqliteVault({
    path: join(folder, 'vault.db'),
    masterKey: Buffer.from('0123456789abcdef'.repeat(2)),
  });
  const commands = createCommands({
    aggregates: createAggregates({ log: openSealedLog(turns.over(log), vault.keys), clock: systemClock }),
    vault,
    passwords: openPasswords(),
    // Without views: yesterday is closed without sums.
    takings: async () => ({ totals: [], position: await log.head(), lastAt: null }),
    config: { bookingHorizonDays: 60, undoWindowSeconds: 15 },
  });
  await seedDemo({ commands, turns, log }, anchor);
  const events = await log.readAll(log.start, 1_000_000);
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
  return events;
}
