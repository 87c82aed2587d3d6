import { hospitalDaysOn } from '@dayline/contracts/clinic/calendar';
import { clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { skippedTimes } from '@dayline/contracts/clinic/clock-changes';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import { hasLeft } from '@dayline/contracts/doctors';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CalendarAggregate } from '../client-calendar/calendar-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { DoctorAggregate } from '../doctor/doctor-commands.ts';
import { scheduleOf } from '../doctor-schedule/doctor-schedule.ts';
import type { PlaceAggregates, ScheduleAggregate } from '../doctor-schedule/schedule-commands.ts';
import type { PatientAggregate } from '../patient/patient-commands.ts';
import type { Views } from '../views/views.ts';
import type { DoctorDayCommand, doctorDay } from './decide.ts';
import { type DoctorDayContext, staleHours } from './places.ts';

export interface DayAggregate {
  readonly days: HandlerOf<typeof doctorDay>;
}

export interface DayRules {
  /** `BOOKING_HORIZON_DAYS`. */
  readonly horizonDays: number;
  /** `UNDO_WINDOW_SECONDS`, in ms. */
  readonly undoWindowMs: number;
}

/** The streams that a doctor's hours depend on. */
type HoursAggregates = DoctorAggregate & ClientAggregate & ScheduleAggregate & CalendarAggregate;

/** The dependencies of a command on a doctor's day: the streams that it reads and writes, and the configured rules. */
export interface DayDeps {
  readonly aggregates: DayAggregate & HoursAggregates & PatientAggregate & PlaceAggregates;
  /** Absent without views. */
  readonly visitBefore?: Views['visitBefore'] | undefined;
  readonly feesBefore?: Views['feesBefore'] | undefined;
  readonly rules: DayRules;
}

/** The doctor, date, client and instant of a command on a doctor's day. */
export interface DayQuestion {
  readonly pocId: string;
  readonly date: string;
  readonly clientId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** Whether the command takes up capacity: then the doctor is read now, who may just have left. */
  readonly takesPlace?: boolean;
}

/**
 * Decides a command on a doctor's day. Hours that another process changed are seen after at most a second. A refusal
 * because of hours of that age is decided again with the present ones, and so is a command on a day that was planned by
 * later ones.
 */
export async function onDoctorDay(
  { aggregates, rules }: DayDeps,
  { pocId, date }: Pick<DayQuestion, 'pocId' | 'date'>,
  command: DoctorDayCommand,
  by: CommandContext,
) {
  const stream = streams.doctorDay(pocId, date);
  const takesPlace = takingKinds.has(command.kind);
  const question = { pocId, date, clientId: by.clientId, now: by.now, takesPlace };
  const decided = async (context: DoctorDayContext) => ({
    context,
    outcome: await aggregates.days.execute({ stream, command, context, by }),
  });
  const first = await decided(await doctorDayContext(aggregates, rules, question));
  if (!isRefusal(first.outcome)) return first;
  const now = await doctorDayContext(aggregates, rules, question, 0);
  const isSame =
    now.schedule?.revision === first.context.schedule?.revision &&
    now.hospitalDay === first.context.hospitalDay &&
    now.hasLeft === first.context.hasLeft &&
    now.elsewhere === undefined;
  return isSame && first.outcome !== staleHours ? first : decided(now);
}

const takingKinds: ReadonlySet<DoctorDayCommand['kind']> = new Set(['book', 'hold', 'walkIn', 'reschedule', 'moveIn']);

/**
 * The decider's context: the hours that apply and the clinic's wall clock.
 * @param maxAgeMs the highest age of the hours; 0 reads them now
 */
export async function doctorDayContext(
  aggregates: HoursAggregates,
  rules: DayRules,
  question: DayQuestion,
  maxAgeMs?: number,
): Promise<DoctorDayContext> {
  const { pocId, date, clientId, now, takesPlace } = question;
  const others = maxAgeMs === 0 ? undefined : maxAgeMs;
  const [client, doctor, schedule, calendar] = await Promise.all([
    aggregates.clients.load(streams.client(clientId), others),
    aggregates.doctors.load(streams.doctor(pocId), takesPlace ? 0 : maxAgeMs),
    aggregates.schedules.load(streams.doctorSchedule(pocId), maxAgeMs),
    aggregates.calendars.load(streams.clientCalendar(clientId), maxAgeMs),
  ]);
  const zone = client.state?.zone ?? defaultZone;
  const clinic = clinicNow(now, zone);
  const week = weekOn(scheduleOf(schedule.state), date);
  return {
    pocId,
    date,
    schedule: week,
    ...hospitalDaysOn(calendar.state, date, { branchId: doctor.state?.branchId ?? 0, week: week?.week ?? null }),
    isCurrent: maxAgeMs === 0,
    skipped: skippedTimes(zone, date),
    clinic,
    hasLeft: doctor.state !== null && hasLeft(doctor.state, date),
    lastBookable: lastBookableDate(clinic.date, rules.horizonDays),
    undoWindowMs: rules.undoWindowMs,
    overbookPerSlot: client.state?.overbookPerSlot ?? 0,
    fee: doctor.state?.consultationFee ?? null,
  };
}
