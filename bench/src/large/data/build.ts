// Builds the large data in a folder: a log written by the product's own code, and its projectors' views.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createErasures } from '@dayline/command-service/erasure/erasures';
import { type Aggregates, type Commands, createAggregates, createCommands } from '@dayline/command-service/modules';
import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { weekdays } from '@dayline/contracts/clinic/schedule';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { storedFeed } from '@dayline/projector/runner/stored-feed';
import { readConfig } from '@dayline/runtime/config/config';
import { seededRandom } from '../../random.ts';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { type FoundedClient, fillCalendar, type MovingClock } from './calendar.ts';
import type { LargeClient, LargeData } from './data.ts';
import { doctorName, peopleOf } from './patients.ts';
import { projectAll } from './project.ts';
import { type ClientShape, instantOf } from './shape.ts';

const [folder, shapesText] = process.argv.slice(2);
if (!folder || !shapesText) throw new Error('Usage: build.js FOLDER SHAPES');
// Cast is safe: data.ts sends exactly this.
const shapes = JSON.parse(shapesText) as readonly ClientShape[];

const password = 'Dayline#2026';
/** A slot every 20 minutes from 9 to 5. */
const hours = { startTime: '09:00', endTime: '17:00', appointmentsPerSlot: 1, slotDuration: 20 };
const times = Array.from({ length: 24 }, (_, index) => {
  const minutes = 9 * 60 + index * hours.slotDuration;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});
const week = weekdays.map((day) => ({ day, timeIntervals: [hours] }));
/** Patients registered concurrently: their commits are grouped. */
const atOnce = 500;

const read = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' });
if (!read.ok) throw new Error(read.problem);
const { dataDir, masterKey } = read.config;
const stored = await openSqliteEventLog({ folder: dataDir });
const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey });
const log = openSealedLog(stored, vault.keys);
const foundedAt = instantOf('2025-01-01', '09:00');
const clock: MovingClock = { instant: foundedAt, now: () => clock.instant };
const aggregates = createAggregates({ log, clock });
const commands = createCommands({
  aggregates,
  vault,
  passwords: openPasswords(),
  config: { bookingHorizonDays: 60, undoWindowSeconds: 15 },
});

const started = performance.now();
const clients: LargeClient[] = [];
for (const [index, shape] of shapes.entries()) {
  clock.instant = foundedAt;
  const created = await found(commands, aggregates, shape, index);
  const filled = await fillCalendar(log, clock, seededRandom(7 + index), created.client);
  clients.push({ ...created.large, appointments: filled.appointments });
}
const head = await log.head();
const writeMs = performance.now() - started;
const views = join(dataDir, 'views');
const projectMs = await projectAll({ projection: desk, feed: log, folder: views });
const activityMs = await projectAll({ projection: activity, feed: storedFeed(stored), folder: views });
// A product has followed its log from the start; otherwise the measured one would still be reading it.
const erasures = { log: stored, vault, views: { erasureProgress: async () => [] }, clock, forget: () => undefined };
await createErasures(erasures).catchUp();
await Promise.all([stored.close(), vault.close()]);

const data: LargeData = { clients, events: Number(head), writeMs, projectMs, activityMs };
writeFileSync(join(folder, 'made.json'), JSON.stringify(data, null, 2));

async function found(by: Commands, { schedules }: Aggregates, shape: ClientShape, index: number) {
  const as = (clientId: string) => systemContext({ clock, clientId });
  const { clientId } = made(await by.onboardClient({ name: shape.name }, as('')));
  const departmentIds: string[] = [];
  for (let at = 0; at < shape.departments; at += 1) {
    const department = await by.openDepartment({ name: `Department ${String(at).padStart(2, '0')}` }, as(clientId));
    departmentIds.push(made(department).departmentId);
  }
  const doctors: FoundedClient['doctors'][number][] = [];
  for (let at = 0; at < shape.doctors; at += 1) {
    const doctor = {
      departmentId: departmentIds[at % departmentIds.length] ?? '',
      name: doctorName(at),
      contactNumber: `91${9_800_000_000 + index * 1_000 + at}`,
      email: `doctor${at}@${shape.key}.example`,
      meetingLink: null,
      consultationFee: 50_000,
      branchId: 0,
    };
    const { pocId } = made(await by.addDoctor(doctor, as(clientId)));
    made(await by.setWeeklySchedule({ pocId, week }, as(clientId)));
    const { state } = await schedules.load(streams.doctorSchedule(pocId));
    doctors.push({ pocId, schedule: state.at(-1)?.schedule.weeks[0] ?? null });
  }
  const people = peopleOf(shape.patients, 100 + index);
  const patientIds: string[] = [];
  for (let from = 0; from < people.length; from += atOnce) {
    const saved = people.slice(from, from + atOnce).map(async (person) => by.savePatient(person, as(clientId)));
    for (const result of await Promise.all(saved)) patientIds.push(made(result).patientId);
  }
  const pocId = doctors[0]?.pocId ?? '';
  const emails = { admin: `desk@${shape.key}.example`, doctor: `doctor0@${shape.key}.example` };
  made(
    await by.openAccount(
      { email: emails.admin, role: 'admin', name: 'Front Desk', pocId: null, password },
      as(clientId),
    ),
  );
  made(
    await by.openAccount({ email: emails.doctor, role: 'doctor', name: doctorName(0), pocId, password }, as(clientId)),
  );
  const large = { key: shape.key, clientId, pocId, emails, password, patients: shape.patients };
  return { client: { shape, clientId, doctors, patientIds, times }, large };
}

function made<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`Making the data was refused: ${result.refused}`);
  return result;
}
