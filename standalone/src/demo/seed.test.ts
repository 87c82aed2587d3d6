import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandService } from '@dayline/command-service/service';
import type { StoredEvent } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { openPasswords } from '@dayline/http/session/passwords';
import { systemClock } from '@dayline/runtime/clock';
import { createLogger } from '@dayline/runtime/logging/logger';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { instantOf } from './plan.ts';
import { seedDemo } from './seed.ts';
import { appendInTurns } from './turns.ts';

const folder = mkdtempSync(join(tmpdir(), 'dayline-seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function seeded(anchor: number): Promise<readonly StoredEvent[]> {
  const log = openMemoryEventLog();
  const turns = appendInTurns();
  const vault = await openSqliteVault({
    path: join(folder, `${anchor}.db`),
    masterKey: Buffer.from('0123456789abcdef'.repeat(2)),
  });
  const { commands } = createCommandService({
    log: openSealedLog(turns.over(log), vault.keys),
    vault,
    passwords: openPasswords(),
    clock: systemClock,
    logger: createLogger('seed', { level: 'error' }),
    config: { bookingHorizonDays: 60, undoWindowSeconds: 15 },
  });
  await seedDemo({ commands, turns }, anchor);
  const events = await log.readAll(log.start, 1_000_000);
  await vault.close();
  return events;
}

/** The real rules must accept the whole plan, also just after midnight and late in the day. */
test.each([
  ['2026-11-22', '00:01'],
  ['2026-11-18', '23:50'],
])(
  'the commands refuse nothing of the demo when it is started on %s at %s',
  async (date, time) => {
    const anchor = instantOf(date, time, 'Asia/Kolkata');
    const events = await seeded(anchor);
    const types = new Set(events.map(({ type }) => type));
    for (const type of [
      'AppointmentCancelled',
      'AppointmentMarkUndone',
      'DayBlocked',
      'SlotsBlocked',
      'DoctorAccountActivated',
    ]) {
      expect(types).toContain(type);
    }
    const instants = events.map(({ metadata }) => Date.parse(metadata.recordedAt));
    expect(Math.max(...instants)).toBeLessThanOrEqual(anchor);
    // Otherwise an instant would leave out some of what happened before it.
    expect(instants).toEqual(instants.toSorted((one, next) => one - next));
    expect(Math.min(...instants)).toBeLessThan(anchor - 35 * 86_400_000);
  },
  60_000,
);
