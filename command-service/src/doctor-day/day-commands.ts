import { clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { skippedTimes } from '@dayline/contracts/clinic/clock-changes';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { streams } from '@dayline/contracts/events/categories';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { DoctorAggregate } from '../doctor/doctor-commands.ts';
import type { ScheduleAggregate } from '../doctor-schedule/schedule-commands.ts';
import type { PatientAggregate } from '../patient/patient-commands.ts';
import type { doctorDay } from './decide.ts';
import type { DoctorDayContext } from './places.ts';

export interface DayAggregate {
  readonly days: HandlerOf<typeof doctorDay>;
}

export interface DayRules {
  /** `BOOKING_HORIZON_DAYS`. */
  readonly horizonDays: number;
  /** `UNDO_WINDOW_SECONDS`, in ms. */
  readonly undoWindowMs: number;
}

/** What a command on a doctor's day needs: the streams that it reads and writes, and the configured rules. */
export interface DayDeps {
  readonly aggregates: DayAggregate & DoctorAggregate & ClientAggregate & ScheduleAggregate & PatientAggregate;
  readonly rules: DayRules;
}

/** The doctor, date, client and instant of a command on a doctor's day. */
export interface DayQuestion {
  readonly pocId: string;
  readonly date: string;
  readonly clientId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
}

/** The decider's context: the current schedule and the clinic's wall clock. */
export async function doctorDayContext(
  aggregates: ClientAggregate & ScheduleAggregate,
  rules: DayRules,
  question: DayQuestion,
): Promise<DoctorDayContext> {
  const { pocId, date, clientId, now } = question;
  const [client, schedule] = await Promise.all([
    aggregates.clients.load(streams.client(clientId)),
    aggregates.schedules.load(streams.doctorSchedule(pocId)),
  ]);
  const zone = client.state?.zone ?? defaultZone;
  const clinic = clinicNow(now, zone);
  return {
    pocId,
    date,
    schedule: schedule.state,
    skipped: skippedTimes(zone, date),
    clinic,
    lastBookable: lastBookableDate(clinic.date, rules.horizonDays),
    undoWindowMs: rules.undoWindowMs,
  };
}
