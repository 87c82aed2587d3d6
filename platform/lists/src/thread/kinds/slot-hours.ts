import { endOf, type Interval, intervalSchema, minutesOf } from '@dayline/contracts/clinic/schedule';
import { plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { RowProblem } from '../cells/cell.ts';

export type LineIn = (field: ImportField) => string | null;
type Hours = Pick<Interval, 'startTime' | 'endTime' | 'endsNextDay'>;

export interface SlotLengths {
  readonly lineIn: LineIn;
  readonly minutes: number | null;
  readonly defaultUsed: () => void;
}
/** Of a slot with one patient, where a list has neither a length nor a number of patients. */
export const defaultMinutes = 15;

/** Hours in slots: by their length and places, or by the number of patients in all. */
export function divideHours(
  hours: Hours,
  patients: number | null,
  { lineIn, minutes, defaultUsed }: SlotLengths,
): Interval {
  const places = numberOrNone('places', lineIn);
  if (patients !== null && minutes === null) return shared(hours, patients);
  if (minutes === null) defaultUsed();
  const slotDuration = minutes ?? defaultMinutes;
  const slots = Math.floor((endOf(hours) - minutesOf(hours.startTime)) / slotDuration);
  const appointmentsPerSlot = places ?? Math.ceil((patients ?? slots) / slots);
  const isCapped = patients !== null && patients < slots * appointmentsPerSlot;
  return checked({ ...hours, appointmentsPerSlot, slotDuration, ...(isCapped && { quota: { total: patients } }) });
}

/** Patients share the hours: one after another if each gets whole minutes, else all at the start. */
function shared(hours: Hours, patients: number): Interval {
  const length = endOf(hours) - minutesOf(hours.startTime);
  const minutes = length / patients;
  return checked(
    Number.isInteger(minutes)
      ? { ...hours, appointmentsPerSlot: 1, slotDuration: minutes }
      : { ...hours, appointmentsPerSlot: patients, slotDuration: length },
  );
}

export function ofSession(interval: Interval, session: Partial<Interval>): Interval {
  const quota = { ...interval.quota, ...session.quota };
  return checked({ ...interval, ...session, ...(Object.keys(quota).length > 0 && { quota }) });
}

function checked(interval: Interval): Interval {
  const { data } = intervalSchema.safeParse(interval);
  const isValid = data !== undefined && endOf(data) - minutesOf(data.startTime) >= data.slotDuration;
  if (!isValid) throw new RowProblem('start', 'hours.wrong');
  return data;
}

export function numberOrNone(field: ImportField, lineIn: LineIn): number | null {
  return lineIn(field) === null ? null : numberIn(field, lineIn, null);
}

export function numberIn(field: ImportField, lineIn: LineIn, otherwise: number | null): number {
  const line = lineIn(field);
  const digits = line && /^(\d{1,5})(?:\.0+)?(?:\s*(?:min(?:ute)?s?|patients?)\.?)?$/i.exec(plainDigits(line))?.[1];
  const number = line === null ? otherwise : Number(digits ?? Number.NaN);
  if (number === null || !Number.isInteger(number) || number < 1) throw new RowProblem(field, 'number.wrong');
  return number;
}
