import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { type DoctorDay, doctorDayOf } from '@dayline/contracts/ids';
import type { WaitingEntry } from '@dayline/contracts/views/waiting-fold';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import { onRequestNow } from '../doctor-day/appointment-commands.ts';
import { type DayDeps, onDoctorDay } from '../doctor-day/day-commands.ts';
import type { DoctorDayState, HeldPlace } from '../doctor-day/state.ts';
import { recordIdsOf } from '../patient/patient-commands.ts';
import type { WaitingCommand, waiting } from '../waiting/waiting.ts';

export interface WaitingDeps extends DayDeps {
  readonly aggregates: DayDeps['aggregates'] & { readonly waiting: HandlerOf<typeof waiting> };
}

const fresh = 0;

export const entryNow = async ({ aggregates }: WaitingDeps, waitingId: string): Promise<WaitingEntry | null> =>
  (await aggregates.waiting.load(streams.waiting(waitingId), fresh)).state;

export const onEntry = ({ aggregates }: WaitingDeps, waitingId: string, command: WaitingCommand, by: CommandContext) =>
  aggregates.waiting.execute({ stream: streams.waiting(waitingId), command, context: undefined, by });

export const dayNow = async ({ aggregates }: DayDeps, { pocId, date }: DoctorDay): Promise<DoctorDayState> =>
  (await aggregates.days.load(streams.doctorDay(pocId, date), fresh)).state;

export const holdNow = async (deps: DayDeps, appointmentId: string): Promise<HeldPlace | undefined> =>
  (await dayNow(deps, doctorDayOf(appointmentId))).holds.get(appointmentId);

/** Frees the place of an offer that has ended; nothing if it is booked, or free already. */
export async function releasePlace(deps: DayDeps, appointmentId: string, by: CommandContext): Promise<void> {
  const held = await holdNow(deps, appointmentId);
  if (held?.ended !== null) return;
  const { id: holder } = held.placed.metadata.actor;
  await onDoctorDay(deps, doctorDayOf(appointmentId), { kind: 'releaseHold', appointmentId, holder }, by);
}

export interface OfferedPlace {
  readonly waitingId: string;
  /** Of the hold, and of the appointment to come. */
  readonly appointmentId: string;
  readonly time: string;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** The desk's word why; null: it is the patient's turn. */
  readonly reason: string | null;
  /** The hold of another's offer of this place, which ends with this one. */
  readonly replaces?: string | undefined;
}

/** Holds a place for a patient on the list, and then offers it. A crash in between leaves a hold, which lapses. */
export async function offerHeldPlace(
  deps: WaitingDeps,
  { patientId }: Pick<WaitingEntry, 'patientId'>,
  { waitingId, appointmentId, time, until, reason, replaces }: OfferedPlace,
  by: CommandContext,
): Promise<{ readonly until: string; readonly position: string | null } | Refusal> {
  const { aggregates } = deps;
  const day = doctorDayOf(appointmentId);
  const doctor = (await aggregates.doctors.load(streams.doctor(day.pocId))).state;
  const onRequest = doctor?.onRequest == null ? null : await onRequestNow(aggregates, day.pocId);
  const records = await recordIdsOf(aggregates, patientId);
  const waiting = { waitingId, patientId, records, replaces };
  const hold = { kind: 'hold', appointmentId, time, type: 'Direct Consultation', onRequest, until, waiting } as const;
  const { outcome } = await onDoctorDay(deps, day, hold, partOf(by, 'hold'));
  if (isRefusal(outcome)) return outcome;
  const offer = { kind: 'offer', appointmentId, time, until, reason } as const;
  const offered = await onEntry(deps, waitingId, offer, partOf(by, 'offer'));
  if (!isRefusal(offered)) return { until, position: offered.position };
  await releasePlace(deps, appointmentId, partOf(by, 'release'));
  return offered;
}
