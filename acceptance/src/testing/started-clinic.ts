import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { weekdays } from '@dayline/contracts/clinic/schedule';
import { demoData } from './demo-data.ts';
import { callerAt, type Furthest, paidDirectVisit, readAfter, type SignedIn, signIn } from './http-caller.ts';
import { type Product, removeData, startProduct } from './processes/product.ts';

/** The started product with the demo's people signed in, and doctors made by the test. */
export interface StartedClinic {
  readonly product: Product;
  readonly admin: SignedIn;
  /** Dr. Asha Menon of the same client. */
  readonly doctor: SignedIn;
  readonly auditor: SignedIn;
  /** The administrator of another client. */
  readonly stranger: SignedIn;
  readonly nobody: ReturnType<typeof callerAt>;
  /** What any of them has read or written; for further callers. */
  readonly furthest: Furthest;
  readonly clientId: string;
  readonly departmentId: string;
  /** The clinic's date in `days` days. */
  inDays(days: number): string;
  /** Adds a doctor with these hours on every day; returns the pocId. */
  newDoctor(...hours: Interval[]): Promise<string>;
  /** Registers a patient; returns the id. */
  newPatient(name: string): Promise<string>;
  /** Books for a new patient of that name; returns the appointment's id. */
  book(pocId: string, date: string, time: string, name: string): Promise<string>;
  close(): Promise<void>;
}

export const hours = (startTime: string, endTime: string, appointmentsPerSlot = 2, slotDuration = 30): Interval => ({
  startTime,
  endTime,
  appointmentsPerSlot,
  slotDuration,
});
export const everyDay = (...timeIntervals: Interval[]): Week => weekdays.map((day) => ({ day, timeIntervals }));

/** @param own a folder with the demo's data, and the environment of the product that serves it */
export async function startClinic(own?: {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}): Promise<StartedClinic> {
  const dataDir = own?.dataDir ?? (await demoData());
  const product = await startProduct(dataDir, { PUBLIC_CALLS_PER_MINUTE: '100000', ...own?.env });
  const { url } = product;
  // Views lag behind commands: all read what any of them has written.
  const furthest: Furthest = {};
  const admin = await signIn(url, 'admin@sunrise.example', furthest);
  const doctor = await signIn(url, 'doctor@sunrise.example', furthest);
  const { clientId, zone } = admin.user;
  const departments = (await admin.call('listDepartments', { clientId })).reply();
  const departmentId = departments[0]?.departmentId ?? '';
  const { date: today } = clinicNow(Date.now(), zone);
  let people = 0;
  const next = () => {
    people += 1;
    return String(people).padStart(4, '0');
  };

  const newPatient = async (name: string) => {
    const person = { name, phone: `91988800${next()}`, email: 'p@x.example', location: 'Pune', clientId };
    return (await admin.call('saveUser', person)).reply().userId;
  };

  return {
    product,
    admin,
    doctor,
    auditor: await signIn(url, 'auditor@sunrise.example', furthest),
    stranger: await signIn(url, 'admin@lakeside.example', furthest),
    nobody: callerAt(url, '', furthest),
    furthest,
    clientId,
    departmentId,
    inDays: (days) => addDays(today, days),
    async newDoctor(...timeIntervals) {
      const number = next();
      const added = await admin.call('addDoctor', {
        Client_ID: clientId,
        Department_ID: departmentId,
        POC_Name: `Test ${number}`,
        Contact_Number: `987600${number}`,
        Email: `test${number}@sunrise.example`,
      });
      const { pocId } = added.reply();
      const schedule = everyDay(...timeIntervals).map((day) => ({ ...day, pocId }));
      const { position } = (await admin.call('updateSchedule', { schedule })).reply();
      await admin.call('getSchedule', { pocId }, readAfter(position));
      return pocId;
    },
    newPatient,
    async book(pocId, date, time, name) {
      const userId = await newPatient(name);
      const booking = { clientId, pocId, userId, date, time, ...paidDirectVisit };
      const { appointmentId, position } = (await admin.call('createAppointment', booking)).reply();
      // Reads the views of the desk and of the activity.
      await admin.call('countActivity', { clientId, date: today }, readAfter(position));
      return appointmentId;
    },
    async close() {
      await product.stop();
      removeData(dataDir);
    },
  };
}

let shared: Promise<StartedClinic> | undefined;

/** One for all suites of a test file; the file calls `closeSharedClinic` at its end. */
export function sharedClinic(): Promise<StartedClinic> {
  shared ??= startClinic();
  return shared;
}

export const closeSharedClinic = async (): Promise<void> => (await shared)?.close();
