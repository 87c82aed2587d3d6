import { hospitalDaysOn, hoursWithin } from '@dayline/contracts/clinic/calendar';
import { hoursOn } from '@dayline/contracts/clinic/schedule';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import type { WhenBooked } from '@dayline/contracts/endpoints/audit/audit';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { doctorDayKey, type Position } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import { PastRows, type PastRowsDeps } from '../as-of/past-rows.ts';
import { shownSession } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import { openTurns } from '../turns/turns.ts';

interface Booking {
  readonly appointment: Pick<AppointmentRow, 'clientId' | 'pocId' | 'date' | 'branchId'>;
  /** The position of the booking's event. */
  readonly position: Position;
  /** The present one. */
  readonly directory: Directory;
  /** The signal of the call. */
  readonly signal: AbortSignal | undefined;
}

/** Doctor, client, day and calendar at the time of the booking; null if unknown. */
export async function directoryWhenBooked(
  deps: Pick<PastRowsDeps, 'desk' | 'sealedLog'>,
  { appointment, position, directory, signal }: Booking,
) {
  const past = new PastRows({ ...deps, position, pauseBetween: openTurns(signal) });
  const [doctor, client] = [directory.doctor(appointment.pocId), directory.client(appointment.clientId)];
  const dayKey = doctorDayKey(appointment.pocId, appointment.date);
  const [doctors, clients, days, calendars] = await Promise.all([
    past.asOf('doctors', doctor ? [doctor] : []),
    past.asOf('clients', client ? [client] : []),
    past.rows('doctorDays', [dayKey]),
    past.rows('calendars', [appointment.clientId]),
  ]);
  return {
    doctor: doctors[0] ?? null,
    client: clients[0] ?? null,
    day: days.get(dayKey) ?? null,
    calendar: calendars.get(appointment.clientId) ?? null,
  };
}

/** Fee, link, hours and branch at the time of the booking. */
export function whenBooked(
  { date, branchId }: Booking['appointment'],
  { doctor, client, day, calendar }: Awaited<ReturnType<typeof directoryWhenBooked>>,
  directory: Directory,
): WhenBooked {
  const fee = doctor?.consultationFee ?? null;
  const week = weekOn(doctor?.schedule ?? null, date)?.week ?? [];
  const days = hospitalDaysOn(calendar, date, { branchId: doctor?.branchId ?? 0, week });
  const hours = day?.hours?.intervals ?? hoursWithin(hoursOn(week, date), days);
  const name = client?.branches.find(({ id }) => id === branchId)?.name ?? null;
  return {
    fee: fee === null ? null : rupeesOf(fee),
    meetingLink: doctor?.meetingLink ?? null,
    hours: hours.map((interval) => ({ ...interval, ...shownSession(interval, directory) })),
    branch: branchId > 0 ? { id: branchId, name } : null,
  };
}
