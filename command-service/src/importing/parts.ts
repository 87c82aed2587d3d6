import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CalendarAggregate, CalendarCommands } from '../client-calendar/calendar-commands.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { DoctorAggregate, DoctorCommands } from '../doctor/doctor-commands.ts';
import type { AppointmentCommands } from '../doctor-day/appointment-commands.ts';
import type { AvailabilityCommands } from '../doctor-day/availability-commands.ts';
import type { DayAggregate } from '../doctor-day/day-commands.ts';
import type { ScheduleAggregate, ScheduleCommands } from '../doctor-schedule/schedule-commands.ts';
import type { importing } from '../import/import.ts';
import type { PatientAggregate, PatientCommands } from '../patient/patient-commands.ts';
import type { Views } from '../views/views.ts';
import type { SealedFilesParts } from './file/sealed-files.ts';

/** What rows are compared with and carried out by: the product's ordinary commands. */
export interface RowParts {
  readonly aggregates: PatientAggregate & DoctorAggregate & CalendarAggregate & ScheduleAggregate & DayAggregate;
  readonly commands: PatientCommands &
    DoctorCommands &
    CalendarCommands &
    ScheduleCommands &
    AvailabilityCommands &
    AppointmentCommands;
  readonly views: Pick<Views, 'listsAt' | 'appointmentsOf' | 'reach' | 'lastColumns'>;
  readonly log: Pick<SealedLog, 'readStream' | 'head'>;
}

export interface ImportAggregate {
  readonly imports: HandlerOf<typeof importing>;
}

export interface ImportingParts extends RowParts, SealedFilesParts {
  readonly aggregates: RowParts['aggregates'] & ImportAggregate & ClientAggregate;
  readonly clock: Clock;
}
