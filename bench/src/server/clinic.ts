import { systemContext } from '@dayline/command-service/command-handler/system-context';
import type { Commands } from '@dayline/command-service/modules';
import { addDays, clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { weekdays } from '@dayline/contracts/clinic/schedule';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { systemClock } from '@dayline/runtime/clock';
import type { Clinic, ClinicSize } from './messages.ts';

const password = 'Dayline#2026';
/** A slot every 20 minutes from 9 to 5, each for one patient. */
const hours = { startTime: '09:00', endTime: '17:00', appointmentsPerSlot: 1, slotDuration: 20 };
/** Bookings start on the second day ahead, so that a run across midnight books nothing in the past. */
const daysAhead = { from: 2, to: 59 };

/** Creates a client for the bookings, with the commands that the product's own calls use. */
export async function prepareClinic(commands: Commands, size: ClinicSize): Promise<Clinic> {
  const by = (clientId: string) => systemContext({ clock: systemClock, clientId });
  const { clientId } = made(await commands.onboardClient({ name: 'Benchmark Hospital' }, by('')));
  const { departmentId } = made(await commands.openDepartment({ name: 'General Medicine' }, by(clientId)));
  const week = weekdays.map((day) => ({ day, timeIntervals: [hours] }));

  const pocIds = await inTurn(size.doctors, async (index) => {
    const doctor = {
      departmentId,
      name: `Dr. Number ${index}`,
      contactNumber: `91${9_800_000_000 + index}`,
      email: `doctor${index}@bench.example`,
      meetingLink: null,
      consultationFee: 50_000,
      branchId: 0,
    };
    const { pocId } = made(await commands.addDoctor(doctor, by(clientId)));
    made(await commands.setWeeklySchedule({ pocId, week }, by(clientId)));
    return pocId;
  });
  const patientIds = await inTurn(size.patients, async (index) => {
    const patient = {
      name: `Patient Number ${index}`,
      phone: `91${9_000_000_000 + index}`,
      email: `patient${index}@bench.example`,
      location: 'Pune',
    };
    return made(await commands.savePatient(patient, by(clientId))).patientId;
  });
  const emails = await inTurn(size.accounts, async (index) => {
    const email = `desk${index}@bench.example`;
    const account = { email, role: 'admin', name: `Desk ${index}`, pocId: null, password } as const;
    made(await commands.openAccount(account, by(clientId)));
    return email;
  });

  const today = clinicNow(systemClock.now(), defaultZone).date;
  const dates = Array.from({ length: daysAhead.to - daysAhead.from }, (_, ahead) =>
    addDays(today, daysAhead.from + ahead),
  );
  return { clientId, pocIds, patientIds, dates, times: timesOf(), emails, password };
}

function timesOf(): string[] {
  const places = (8 * 60) / hours.slotDuration;
  return Array.from({ length: places }, (_, index) => {
    const minutes = 9 * 60 + index * hours.slotDuration;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });
}

async function inTurn<Result>(count: number, make: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await make(index));
  return results;
}

function made<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`Preparing was refused: ${result.refused}`);
  return result;
}
