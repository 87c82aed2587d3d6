import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CalendarAggregate, CalendarCommands } from '../client-calendar/calendar-commands.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { DoctorAggregate, DoctorCommands } from '../doctor/doctor-commands.ts';
import type { AppointmentCommands } from '../doctor-day/appointment-commands.ts';
import type { DayAggregate } from '../doctor-day/day-commands.ts';
import type { AvailabilityCommands } from '../doctor-day/hours/availability-commands.ts';
import type { ScheduleAggregate, ScheduleCommands } from '../doctor-schedule/schedule-commands.ts';
import type { PatientAggregate, PatientCommands } from '../patient/patient-commands.ts';
import type { Views } from '../views/views.ts';
import type { importDecider } from './aggregate/import.ts';
import type { SealedFilesDeps } from './upload/sealed-files.ts';

/** The product's ordinary commands, by which rows are imported. */
export interface RowDeps {
  readonly aggregates: PatientAggregate & DoctorAggregate & CalendarAggregate & ScheduleAggregate & DayAggregate;
  readonly commands: PatientCommands &
    DoctorCommands &
    CalendarCommands &
    ScheduleCommands &
    AvailabilityCommands &
    AppointmentCommands;
  readonly views: Pick<Views, 'recordsAt' | 'appointmentsOf' | 'reach' | 'lastColumns'>;
  readonly log: Pick<SealedLog, 'readStream' | 'head'>;
}

export interface ImportAggregate {
  readonly imports: HandlerOf<typeof importDecider>;
}

export interface ImportDeps extends RowDeps, SealedFilesDeps {
  readonly aggregates: RowDeps['aggregates'] & ImportAggregate & ClientAggregate;
  readonly clock: Clock;
}
