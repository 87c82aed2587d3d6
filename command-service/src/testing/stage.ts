import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Week } from '@dayline/contracts/clinic/schedule';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { EventLog } from '@dayline/event-log/port';
import { openSealedLog, type SealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { desk } from '@dayline/projector/projections/desk/projection';
import { catchUp } from '@dayline/projector/testing/views';
import type { Clock } from '@dayline/runtime/clock';
import { derivedId } from '@dayline/runtime/ids/derived';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { createLogger } from '@dayline/runtime/logging/logger';
import { type Attempts, openAttempts } from '@dayline/vault/attempts/attempts';
import type { Vault } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { memoryBlobs } from '@dayline/vault/testing/memory-blobs';
import { openWhenRead, type ReadStore } from '@dayline/view-store/lazy';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import type { CommandContext } from '../command-handler/command-context.ts';
import { type CommandService, createCommandService } from '../service.ts';
import { viewsOf } from '../views/views.ts';

/** A service on SQLite in a temporary folder, with a settable clock and one hospital. */
export interface Stage {
  readonly clock: Clock & { set(instant: number): void };
  readonly log: SealedLog;
  /** The same log in its stored form. */
  readonly stored: EventLog;
  readonly attempts: Attempts;
  readonly vault: Vault;
  readonly service: CommandService;
  readonly clientId: string;
  readonly departmentId: string;
  readonly pocId: string;
  readonly patientId: string;
  readonly admin: Identity;
  /** A command context of the administrator; with a key, repeatable. */
  by(key?: string, digest?: string): CommandContext;
  /** Adds a doctor with the same hours, and a patient. */
  more(): Promise<{ readonly pocId: string; readonly patientId: string }>;
  /** Catches the views, which a preview reads, up with the log. */
  project(): Promise<void>;
  /** From now on the views catch up with the log's end whenever their position is requested, and not before. */
  letViewsFollow(): void;
  /** Another service on the same files, like another process with empty caches. */
  another(wrap?: (log: EventLog) => EventLog, wrapVault?: (vault: Vault) => Vault): CommandService;
  close(): Promise<void>;
}

export const day = '2026-11-21';
const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** 09:00 to 12:00 every day, three places per half hour. */
export const week: Week = everyDay.map((name) => ({
  day: name,
  timeIntervals: [{ startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 30 }],
}));

export const masterKey = Buffer.from('00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f', 'hex');
export const password = 'Dayline#2026';

/** Returns a command's result; a refusal fails the test. */
export function accepted<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`Refused: ${result.refused}`);
  return result;
}

/** Views that catch up when requested. */
function stageViews(folder: string, log: SealedLog) {
  const viewStore = openSqliteViewStore({ directory: folder });
  const project = async () => {
    const writing = await viewStore.open(desk, 'write');
    await catchUp(log, writing);
    await writing.close();
  };
  let isFollowing = false;
  const reading = openWhenRead(() => viewStore.open(desk, 'read'));
  const views: ReadStore = {
    ...reading,
    async checkpoint() {
      if (isFollowing) await project();
      return reading.checkpoint();
    },
  };
  const letViewsFollow = () => {
    isFollowing = true;
  };
  return { views, project, letViewsFollow };
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-commands-'));
  let instant = Date.parse(`${day}T08:00:00+05:30`);
  const clock = { now: () => instant, set: (to: number) => (instant = to) };
  const events = await openSqliteEventLog({ folder });
  const vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey, clock });
  const log = openSealedLog(events, vault.keys);
  const passwords = openPasswords();
  const logger = createLogger('command-service', { level: 'silent' });
  const config = { bookingHorizonDays: 60, undoWindowSeconds: 15 };
  const blobs = memoryBlobs(clock);
  const { views, project, letViewsFollow } = stageViews(folder, log);
  const services: CommandService[] = [];
  const another: Stage['another'] = (wrap = (same) => same, wrapVault = (same) => same) => {
    const own = openSealedLog(wrap(events), vault.keys);
    const service = createCommandService({
      ...{ log: own, vault: wrapVault(vault), passwords, clock, logger, config, blobs },
      views: viewsOf(views),
    });
    services.push(service);
    return service;
  };
  const service = another();

  const accountId = newUlid(clock);
  const actor: Actor = { kind: 'admin', id: accountId, name: 'Desk 1' };
  const contextOf = (clientId: string, key = newUlid(clock), digest = 'same'): CommandContext => ({
    commandId: derivedId(accountId, 'test', key),
    commandDigest: digest,
    correlationId: key,
    channel: 'web',
    causationId: key,
    actor,
    clientId,
    traceparent: null,
    now: clock.now(),
  });

  const { commands } = service;
  const { clientId } = accepted(await commands.onboardClient({ name: 'Sunrise' }, contextOf('')));
  const by = (key?: string, digest?: string) => contextOf(clientId, key, digest);
  const { departmentId } = accepted(await commands.openDepartment({ name: 'Cardiology' }, by()));
  let people = 0;
  const more = async () => {
    people += 1;
    const number = String(people).padStart(4, '0');
    const email = people === 1 ? 'doctor@sunrise.example' : `doctor${number}@sunrise.example`;
    const doctor = { departmentId, name: 'Asha Menon', contactNumber: `987650${number}`, email };
    const { pocId } = accepted(await commands.addDoctor(doctor, by()));
    accepted(await commands.setWeeklySchedule({ pocId, week }, by()));
    const patient = { name: 'Ravi Kumar', phone: `91987654${number}`, email: 'ravi@mail.example', location: 'Pune' };
    const { patientId } = accepted(await commands.savePatient(patient, by()));
    return { pocId, patientId };
  };
  const { pocId, patientId } = await more();

  return {
    attempts: openAttempts({ store: vault.attempts, clock, factor: 1, onFault: () => undefined }),
    clock,
    log,
    stored: events,
    vault,
    service,
    clientId,
    departmentId,
    pocId,
    patientId,
    admin: {
      accountId,
      role: 'admin',
      name: 'Desk 1',
      clientId,
      clientName: 'Sunrise',
      zone: 'Asia/Kolkata',
      hasBranches: false,
      pocId: null,
      pocName: null,
    },
    by,
    more,
    project,
    letViewsFollow,
    another,
    async close() {
      for (const service of services) await service.stop();
      await views.close();
      await events.close();
      await vault.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
