import type { AppointmentType } from '@dayline/contracts/appointments';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { holdMs, maxHolds } from '@dayline/contracts/partner/holds';
import type { Vault } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import {
  type BookedDay,
  newAppointmentId,
  onDayOf,
  onRequestNow,
  withFollowingDays,
} from '../doctor-day/appointment-commands.ts';
import { type DayDeps, onDoctorDay } from '../doctor-day/day-commands.ts';
import { isFull } from '../doctor-day/places.ts';
import { holdLimits } from './hold-limits.ts';

export interface HoldRequest extends BookedDay {
  readonly time: string;
  readonly phone: string;
  readonly type: AppointmentType;
  readonly patientClass?: string | undefined;
}

export interface PlacedHold {
  /** Of the hold, and of the appointment to come. */
  readonly appointmentId: string;
  /** ISO 8601, UTC. */
  readonly until: string;
  readonly position: string | null;
}

interface HoldDeps extends DayDeps {
  readonly vault: Pick<Vault, 'reservations'>;
  /** Replaceable by tests. */
  readonly maxHolds?: number;
}

/** Places that partners hold for a booking to come, decided by the doctor-day. */
export function holdCommands(deps: HoldDeps) {
  const { aggregates } = deps;
  const limits = holdLimits(deps.vault.reservations, deps.maxHolds ?? maxHolds);

  return {
    async createHold(
      { pocId, date, phone, ...request }: HoldRequest,
      by: CommandContext,
    ): Promise<PlacedHold | Refusal> {
      const day = { pocId, date };
      const appointmentId = newAppointmentId(day, by);
      const doctor = await doctorOf(aggregates, pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      const onRequest = doctor.onRequest === null ? null : await onRequestNow(aggregates, pocId);
      const { state } = await aggregates.days.load(streams.doctorDay(pocId, date));
      // The answer to a retry is the first one, whatever else the phone or the key holds by now.
      const isRepeated = state.holds.has(appointmentId);
      const refused = isRepeated ? null : await limits.reserve(appointmentId, { phone, by });
      if (refused) return refused;
      const until = new Date(by.now + holdMs).toISOString();
      const command = { kind: 'hold', appointmentId, onRequest, until, ...request } as const;
      const { outcome, context } = await onDoctorDay(deps, day, command, by);
      if (!isRefusal(outcome)) {
        const placed = outcome.events.find((event) => event.type === 'PlaceHeld');
        return { appointmentId, until: placed?.data.until ?? until, position: outcome.position };
      }
      if (!isRepeated) await limits.end(appointmentId);
      const { time, patientClass } = request;
      return isFull(outcome)
        ? withFollowingDays(deps, outcome, { ...context, time, visit: null, patientClass, by })
        : outcome;
    },

    async releaseHold(
      { appointmentId }: { readonly appointmentId: string },
      by: CommandContext,
    ): Promise<{ readonly position: string | null } | Refusal> {
      const command = { kind: 'releaseHold', appointmentId, holder: by.actor.id } as const;
      const outcome = await onDayOf(deps, appointmentId, command, by);
      if (isRefusal(outcome)) return outcome;
      await limits.end(appointmentId);
      return { position: outcome.position };
    },

    /** Gives the phone and the key of a booked hold their places back. */
    endHold: (appointmentId: string): Promise<void> => limits.end(appointmentId),
  };
}
