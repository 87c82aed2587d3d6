import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { createErasures } from '@dayline/command-service/erasure/erasures';
import { createAggregates, createCommands, forgetStreams } from '@dayline/command-service/modules';
import { digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { weekdays } from '@dayline/contracts/clinic/schedule';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { SignedHead } from '@dayline/contracts/proof/signed-head';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSigner, signHead } from '@dayline/event-log/sealed-log/signing';
import { openPasswords } from '@dayline/http/session/passwords';
import { startProjector } from '@dayline/projector/runner/start';
import type { ProjectorStatus } from '@dayline/projector/runner/status';
import { systemClock as clock } from '@dayline/runtime/clock';
import { readConfig } from '@dayline/runtime/config/config';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { openStores, type Stores } from '@dayline/stores/open';
import { feedOf, projections } from '../cli/views.ts';

const masterKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 73 + 11) % 256));
export const auditedSettings = {
  NODE_ENV: 'development',
  MASTER_KEY: masterKey.toString('base64'),
  SESSION_SECRET: 'a secret of the tests, 32 characters or more',
};

/** A data folder with a log whose head was signed twice, folded views, and a vault with an erased person. */
export interface AuditedFolder {
  readonly folder: string;
  readonly heads: readonly SignedHead[];
  readonly admin: string;
  readonly auditor: string;
  readonly patients: readonly string[];
  readonly erased: string;
  readonly appointmentId: string;
  /** The stream of its day. */
  readonly day: string;
}

function done<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`Refused: ${result.refused}`);
  return result;
}

const everyDay = weekdays.map((day) => ({
  day,
  timeIntervals: [{ startTime: '00:00', endTime: '23:30', appointmentsPerSlot: 5, slotDuration: 30 }],
}));

export async function makeAuditedFolder(): Promise<AuditedFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-audited-'));
  const read = readConfig({ ...auditedSettings, DATA_DIR: folder });
  if (!read.ok) throw new Error(read.problem);
  const stores = await openStores(read.config);
  try {
    return { folder, ...(await fill(stores)) };
  } finally {
    await stores.close();
  }
}

/** Adds an account at the folder's client, as the command line does. */
export async function openAccountIn(
  folder: string,
  account: { readonly email: string; readonly role: 'admin' | 'auditor'; readonly name: string },
): Promise<void> {
  const read = readConfig({ ...auditedSettings, DATA_DIR: folder });
  if (!read.ok) throw new Error(read.problem);
  const stores = await openStores(read.config);
  try {
    const [clientId = ''] = await stores.vault.accounts.clientIds();
    const by = systemContext({ clock, clientId });
    done(await commandsOn(stores).openAccount({ ...account, pocId: null, password: 'Dayline#2026' }, by));
  } finally {
    await stores.close();
  }
}

function commandsOn({ log, vault }: Stores) {
  const aggregates = createAggregates({ log: openSealedLog(log, vault.keys), clock });
  const config = { bookingHorizonDays: 60, undoWindowSeconds: 15 };
  return createCommands({ aggregates, vault, passwords: openPasswords(), config });
}

async function fill(stores: Stores): Promise<Omit<AuditedFolder, 'folder'>> {
  const { log, vault, views } = stores;
  const sealed = openSealedLog(log, vault.keys);
  const aggregates = createAggregates({ log: sealed, clock });
  const config = { bookingHorizonDays: 60, undoWindowSeconds: 15 };
  const commands = createCommands({ aggregates, vault, passwords: openPasswords(), config });
  const by = (clientId: string) => systemContext({ clock, clientId });
  const { clientId } = done(await commands.onboardClient({ name: 'Sunrise' }, by('')));
  const { departmentId } = done(await commands.openDepartment({ name: 'Cardiology' }, by(clientId)));
  const email = 'doctor@sunrise.example';
  const doctor = { departmentId, name: 'Dr. Asha Menon', contactNumber: '919845098450', email };
  const { pocId } = done(await commands.addDoctor(doctor, by(clientId)));
  done(await commands.setWeeklySchedule({ pocId, week: everyDay }, by(clientId)));
  const open = async (role: 'admin' | 'auditor') => {
    const account = {
      email: `${role}@sunrise.example`,
      role,
      name: `The ${role}`,
      pocId: null,
      password: 'Dayline#2026',
    };
    return done(await commands.openAccount(account, by(clientId))).accountId;
  };
  const [admin, auditor] = [await open('admin'), await open('auditor')];
  const patients: string[] = [];
  for (const number of [1, 2, 3]) {
    const person = { name: `Person ${number}`, phone: `91900000000${number}`, email: 'p@x.example', location: 'Pune' };
    patients.push(done(await commands.savePatient(person, by(clientId))).patientId);
  }
  const date = new Date(clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const book = async (patientId: string, time: string) => {
    const booking = { pocId, patientId, date, time, type: 'Direct Consultation', payment: 'Pay_later' } as const;
    return done(await commands.bookAppointment(booking, by(clientId))).appointmentId;
  };
  const [first = '', second = '', erased = ''] = patients;
  const appointmentId = await book(first, '09:00');
  await book(second, '10:00');
  const heads = [await signed(stores)];
  await book(first, '11:00');
  await book(erased, '12:00');
  done(await commands.erasePatient({ patientId: erased }, by(clientId)));
  const erasures = createErasures({ log, vault, views, clock, forget: () => forgetStreams(aggregates) });
  await erasures.catchUp();
  await folded(stores);
  while ((await erasures.finish()).length > 0) await folded(stores);
  heads.push(await signed(stores));
  await folded(stores);
  return { heads, admin, auditor, patients, erased, appointmentId, day: streams.doctorDay(pocId, date) };
}

/** Brings the views to the end of the log. */
async function folded(stores: Stores): Promise<void> {
  for (const projection of Object.values(projections)) {
    let settle: (status: ProjectorStatus) => void = () => {};
    const level = new Promise<ProjectorStatus>((resolve) => {
      settle = resolve;
    });
    const parts = { projection, views: stores.views, feed: feedOf(projection, { ...stores, keys: stores.vault.keys }) };
    const projector = await startProjector({ ...parts, onStatus: (status) => status.caughtUp && settle(status) });
    await level;
    await projector.stop();
  }
}

/** Signs the activity's head, as the product does at intervals. */
async function signed(stores: Stores): Promise<SignedHead> {
  await folded(stores);
  const { log, vault, views } = stores;
  const activity = await views.open(projections.activity, 'read');
  // Cast is safe: the view's name determines the type of its rows.
  const row = (await activity.load('digest', [digestKey])).get(digestKey) as LogDigestRow | undefined;
  await activity.close();
  if (!row) throw new Error('The activity holds nothing.');
  const signedAt = new Date(clock.now()).toISOString();
  const { at: position, events, digest } = row;
  const head = signHead({ position, events, digest, signedAt }, await openSigner(vault.keys));
  const id = newUlid(clock);
  const { commandId, commandDigest, correlationId, causationId, actor, channel } = systemContext({
    clock,
    clientId: '',
  });
  const metadata = {
    commandId,
    commandDigest,
    correlationId,
    causationId,
    actor,
    channel,
    clientId: '',
    recordedAt: signedAt,
  };
  const sealed = openSealedLog(log, vault.keys);
  const [last] = await sealed.readStream(streams.logHeads, { direction: 'backward', limit: 1 });
  const [revision, chain] = [last?.revision ?? ('noStream' as const), last?.metadata.chain ?? chainStart];
  await sealed.append(streams.logHeads, revision, chain, [{ id, type: 'LogHeadSigned', data: head, metadata }]);
  return head;
}
