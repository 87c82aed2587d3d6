import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { signIn } from '../testing/http-caller.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';

/**
 * Data folders of releases, one per release, which every later build must open: log and vault, and the answers at that
 * time.
 */
export const releases = fileURLToPath(new URL('../../releases/', import.meta.url));
const files = ['events.db', 'vault.db'] as const;

export const releasedVersions = (): string[] => readdirSync(releases).sort();

export function pack(dataDir: string, folder: string): void {
  for (const file of files) writeFileSync(join(folder, `${file}.gz`), gzipSync(readFileSync(join(dataDir, file))));
}

export function unpack(version: string, dataDir: string): void {
  for (const file of files) {
    writeFileSync(join(dataDir, file), gunzipSync(readFileSync(join(releases, version, `${file}.gz`))));
  }
}

export interface Clinic {
  readonly clientId: string;
  readonly pocId: string;
}

export const makeClinic = (dataDir: string): Promise<Clinic> => prepareSmallClinic({ DATA_DIR: dataDir });

/** Answers about a data folder that don't depend on the day. */
export async function answersOf(url: string) {
  const admin = await signIn(url, 'admin@sunrise.example');
  const auditor = await signIn(url, 'auditor@sunrise.example');
  const { clientId } = admin.user;
  const departments = (await admin.call('listDepartmentsWithDoctors', { clientId })).reply();
  const visits = (await admin.call('listAppointmentDetailsOfClient', { clientId })).reply();
  const stories = [];
  for (const { AppointmentId: appointmentId } of visits) {
    stories.push((await auditor.call('getAppointmentStory', { appointmentId })).reply());
  }
  const patients = (await admin.call('listUsers', { clientId })).reply();
  const booked = stories.flatMap(({ entries }) => entries.filter(({ type }) => type === 'AppointmentBooked'));
  const asOf = [];
  for (const { position } of booked) {
    const { counts } = (await auditor.call('getDashboardAsOf', { position })).reply();
    asOf.push({ position, counts });
  }
  return { departments, patients, visits, stories, asOf };
}
