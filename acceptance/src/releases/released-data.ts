import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { EndpointName, RequestInputOf } from '@dayline/contracts/endpoints/table';
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

/** A sample of everything that a desk does, for tomorrow and the day after. */
export async function fillClinic(url: string, { pocId, clientId }: Clinic): Promise<void> {
  const admin = await signIn(url, 'admin@sunrise.example');
  const [date, later] = [1, 2].map((days) => addDays(clinicNow(Date.now(), admin.user.zone).date, days)) as [
    string,
    string,
  ];
  const call = async <Name extends EndpointName>(name: Name, request: RequestInputOf<Name>) =>
    (await admin.call(name, request)).reply();
  const register = async (name: string, phone: string) => {
    const person = { name, phone, email: 'p@x.example', location: 'Pune', clientId };
    return (await admin.call('saveUser', person)).reply().userId;
  };
  const book = async (userId: string, time: string) => {
    const booking = { clientId, pocId, userId, date, time, type: 'Direct Consultation' } as const;
    return (await admin.call('createAppointment', { ...booking, paymentStatus: 'Paid' })).reply().appointmentId;
  };

  const doctor = await signIn(url, 'doctor@sunrise.example');
  (await doctor.call('updateConsultationFees', { pocId, fees: '500.00' })).reply();
  const kavya = await register('Kavya Pillai', '919876543210');
  const rohan = await register('Rohan Pillai', '919876543210');
  const [kept, cancelled, moved, refunded] = [
    await book(kavya, '09:00'),
    await book(rohan, '09:00'),
    await book(kavya, '10:00'),
    await book(rohan, '11:00'),
  ];
  await call('noteContact', { appointmentId: kept, reached: true, note: 'Comes by bus' });
  await call('updateAppointmentStatusAsAdmin', { appointmentId: cancelled, status: 'Cancelled' });
  const { eventId } = (
    await admin.call('updateAppointmentStatusAsAdmin', { appointmentId: kept, status: 'Cancelled' })
  ).reply();
  await call('updateAppointmentStatusAsAdmin', { appointmentId: kept, status: 'Confirmed', undo: eventId ?? '' });
  await call('moveAppointment', { appointmentId: moved, date: later, time: '10:30', reason: 'Travels' });
  await call('refundPayment', { appointmentId: refunded, amount: 20_000, reason: 'Left early' });
  await call('blockSlots', { pocId, date: later, timings: ['12:00', '12:30'], reason: 'Ward round' });
  await call('unblockSlot', { pocId, date: later, time: '12:30' });
  await call('blockDay', { pocId, date: addDays(later, 1), reason: 'Leave' });
}

interface Clinic {
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
