import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { daySlots } from '@dayline/contracts/clinic/slots';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { isStatusEvent, type StatusEvent } from '@dayline/contracts/events/doctor-day';
import { appointmentId as appointmentIdOf, doctorDayOf } from '@dayline/contracts/ids';
import { recordsOf } from '@dayline/contracts/patients/person';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import { type CommandContext, partOf, withoutSignal } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import { refusalIfRemoved } from '../patient/patient.ts';
import { recordIdsOf, refusedAsGone } from '../patient/patient-commands.ts';
import { pricingOf } from '../views/pricing.ts';
import { type DayDeps, doctorDayContext, onDoctorDay } from './day-commands.ts';
import type { BookAppointment, Booking, ChangeStatus, CorrectStatus, DoctorDayCommand } from './decide.ts';
import { type DoctorDayContext, freeTimesOf, isFull, visitKindNeeded } from './places.ts';
import { undoableUntil as lastUndo } from './undo.ts';
import type { WalkIn } from './walk-in.ts';

/** @public */
export interface HoldToBook {
  readonly holdId?: string | undefined;
  /** The id of the actor who placed the hold; absent: the booking's own. */
  readonly holder?: string | undefined;
}

export type StatusRequest = Omit<ChangeStatus, 'kind'>;

export interface StatusChanged {
  readonly appointmentId: string;
  readonly status: AppointmentStatus;
  /** The status event to name in an undo; null if nothing was appended. */
  readonly eventId: string | null;
  /** Until when it can be undone (ISO 8601, UTC); null if it can't. */
  readonly undoUntil: string | null;
  readonly position: string | null;
}

export type AppointmentCommands = ReturnType<typeof appointmentCommands>;

/** Decides a command on the day of an appointment of the client. */
export async function onDayOf(deps: DayDeps, appointmentId: string, command: DoctorDayCommand, by: CommandContext) {
  const { pocId, date } = doctorDayOf(appointmentId);
  const doctor = await doctorOf(deps.aggregates, pocId, by.clientId);
  if (isRefusal(doctor)) return doctor;
  return (await onDoctorDay(deps, { pocId, date }, command, by)).outcome;
}

/** Booking, status changes, cancellation, undo and correction, decided by the doctor-day. */
export function appointmentCommands(deps: DayDeps) {
  const { rules } = deps;

  const onAppointment = (appointmentId: string, command: DoctorDayCommand, by: CommandContext) =>
    onDayOf(deps, appointmentId, command, by);

  async function changeStatus(command: DoctorDayCommand & StatusRequest, by: CommandContext) {
    const outcome = await onAppointment(command.appointmentId, command, by);
    if (isRefusal(outcome)) return outcome;
    const event = outcome.events.filter(isStatusEvent).at(-1);
    const refused = event && (await refusedAsRestored(deps, event, command, by));
    if (refused) return refused;
    return { ...statusChanged(command, event, rules.undoWindowMs), position: event ? outcome.position : null };
  }

  /** A visit that is restored must not be the person's second one at its time. */
  async function recordsAt(appointmentId: string): Promise<readonly string[] | undefined> {
    const { pocId, date } = doctorDayOf(appointmentId);
    const { state } = await deps.aggregates.days.load(streams.doctorDay(pocId, date));
    const appointment = state.appointments.get(appointmentId);
    return appointment && recordIdsOf(deps.aggregates, appointment.booked.data.patientId);
  }

  return {
    async bookAppointment(
      {
        pocId,
        date,
        holdId,
        holder: heldBy,
        ...booking
      }: Booking & BookedDay & HoldToBook & Partial<Pick<BookAppointment, 'overbooks'>>,
      by: CommandContext,
    ): Promise<{ appointmentId: string; position: string | null } | Refusal> {
      const appointmentId = holdId ?? newAppointmentId({ pocId, date }, by);
      const { pocId: pocOfId, date: dateOfId } = doctorDayOf(appointmentId);
      if (pocOfId !== pocId || dateOfId !== date) return refuse('hold.unknown');
      const { patientId, time, visit: chosenVisit } = booking;
      const found = await foundForBooking(deps, { pocId, patientId, date, visit: chosenVisit }, by);
      if (isRefusal(found)) return found;
      const holder = holdId === undefined ? undefined : (heldBy ?? by.actor.id);
      const command = { kind: 'book', appointmentId, holder, ...found, ...booking } as const;
      const { outcome, context, visit } = await decideBooking(deps, { pocId, date }, command, by);
      if (!isRefusal(outcome)) return { appointmentId, position: outcome.position };
      if (!isFull(outcome) && outcome.refused !== 'hold.lapsed') return outcome;
      const { patientClass } = booking;
      return withFollowingDays(deps, outcome, { ...context, time, visit, patientClass, by });
    },

    /** Marks as visited or not visited, or cancels. */
    changeAppointmentStatus: (request: StatusRequest, by: CommandContext): Promise<StatusChanged | Refusal> =>
      changeStatus({ kind: 'changeStatus', ...request }, by),

    /** Compensates the status event `eventId`, restoring `status`. */
    async undoAppointmentStatus(
      request: StatusRequest & { readonly eventId: string; readonly batchId?: string },
      by: CommandContext,
    ): Promise<StatusChanged | Refusal> {
      const records = await recordsAt(request.appointmentId);
      return changeStatus({ kind: 'undo', records, ...request }, by);
    },

    async correctAppointmentStatus(
      request: { readonly appointmentId: string; readonly status: AppointmentStatus; readonly reason: string },
      by: CommandContext,
    ): Promise<StatusChanged | Refusal> {
      try {
        const records = await recordsAt(request.appointmentId);
        const corrected = await changeStatus({ kind: 'correct', as: 'admin', records, ...request }, by);
        return isRefusal(corrected) ? corrected : { ...corrected, undoUntil: null };
      } catch (error) {
        return refusedAsErased(error);
      }
    },
  };
}

/** The id of an appointment to come, the same for each retry of its command. */
export const newAppointmentId = ({ pocId, date }: BookedDay, by: Pick<CommandContext, 'commandId'>): string =>
  appointmentIdOf(pocId, date, derivedFrom(by.commandId, 'appointment'));

/** The input of a booking from other streams and views, or the refusal of the patient. */
export async function foundForBooking(
  deps: DayDeps,
  booking: Pick<Parameters<typeof pricingOf>[1], 'pocId' | 'patientId' | 'date' | 'visit'>,
  { clientId }: CommandContext,
) {
  const { aggregates } = deps;
  const [doctor, { state: patient }, { state: client }] = await Promise.all([
    doctorOf(aggregates, booking.pocId, clientId),
    aggregates.patients.load(streams.patient(booking.patientId)),
    aggregates.clients.load(streams.client(clientId)),
  ]);
  if (isRefusal(doctor)) return doctor;
  if (!patient) return refuse('patient.unknown');
  if (patient.clientId !== clientId) return refuse('access.foreign');
  const refusal = refusalIfRemoved(patient);
  if (!refusal && patient.email === null && client?.bookingNeedsEmail !== false) return refuse('patient.without-email');
  const onRequest = doctor.onRequest === null ? null : await onRequestNow(aggregates, booking.pocId);
  const pricing = await pricingOf(deps, { doctor, client, patient, ...booking });
  const records = recordsOf(booking.patientId, patient);
  return { branchId: doctor.branchId, records, onRequest, pricing, gone: refusal };
}

type AskedBooking = BookAppointment | WalkIn;
export type BookedDay = { readonly pocId: string; readonly date: string };

/** The refusal of a booking that was cancelled because its patient was removed. */
export const cancelledWithRefund = { status: 'Cancelled', as: 'admin', money: 'refunded' } as const;

/** Decides a booking. A booking whose patient was removed before its append is cancelled and refused. */
export async function decideBooking(deps: DayDeps, day: BookedDay, command: AskedBooking, by: CommandContext) {
  const decided = await decideWithVisit(deps, day, command, by);
  if (isRefusal(decided.outcome) || decided.outcome.position === null) return decided;
  const { appointmentId, patientId } = command;
  const refused = await refusedAsGone(deps.aggregates, patientId, decided.outcome.position);
  if (!refused) return decided;
  await cancelAsGone(deps, { kind: 'changeStatus', appointmentId, ...cancelledWithRefund }, by);
  return { ...decided, outcome: refused };
}

/** The booking is appended: its cancellation is not dropped with the call. */
async function cancelAsGone(deps: DayDeps, command: ChangeStatus | CorrectStatus, by: CommandContext): Promise<void> {
  await onDoctorDay(deps, doctorDayOf(command.appointmentId), command, withoutSignal(partOf(by, 'cancelled')));
}

/** A cancelled visit that an undo or a correction restored, like a booking, is cancelled if its patient was removed. */
async function refusedAsRestored(
  deps: DayDeps,
  { data, position }: Recorded<StatusEvent>,
  command: DoctorDayCommand,
  by: CommandContext,
): Promise<Refusal | null> {
  const { appointmentId, patientId, statusBefore, statusAfter } = data;
  if (statusBefore !== 'Cancelled') return null;
  const refused = await refusedAsGone(deps.aggregates, patientId, position);
  if (!refused) return null;
  const reason = command.kind === 'correct' ? command.reason : '';
  const cancellation =
    statusAfter === 'Confirmed'
      ? ({ kind: 'changeStatus', appointmentId, ...cancelledWithRefund } as const)
      : ({ kind: 'correct', appointmentId, status: 'Cancelled', reason } as const);
  await cancelAsGone(deps, cancellation, by);
  return refused;
}

/** Decided again, with the kind of visit, if the session has quotas by kind. */
async function decideWithVisit(deps: DayDeps, day: BookedDay, command: AskedBooking, by: CommandContext) {
  const decided = await onDoctorDay(deps, day, command, by);
  if (decided.outcome !== visitKindNeeded) return { ...decided, visit: command.visit };
  const { patientId, pricing } = command;
  const visit = pricing ? pricing.before.visit : ((await deps.visitBefore?.(day.pocId, patientId)) ?? null);
  return { ...(await onDoctorDay(deps, day, { ...command, visit }, by)), visit };
}

/** How to request an appointment. Read now, since it refuses the booking and may just have been removed. */
export async function onRequestNow({ doctors }: DayDeps['aggregates'], pocId: string): Promise<string | null> {
  const { state } = await doctors.load(streams.doctor(pocId), 0);
  return state?.onRequest ?? null;
}

/** ISO 8601, UTC. */
export const undoableUntil = (event: Recorded, undoWindowMs: number): string =>
  new Date(lastUndo(event, undoWindowMs)).toISOString();

/**
 * A reason is encrypted with the patient's key, which an erased patient lacks.
 * @throws any other error
 */
export function refusedAsErased(error: unknown): Refusal {
  if (error instanceof KeyDestroyed) return refuse('patient.erased');
  throw error;
}

/** Derived only from the event, so that a retry gets the same answer. */
function statusChanged(
  request: { readonly appointmentId: string; readonly status: AppointmentStatus },
  event: Recorded<StatusEvent> | undefined,
  undoWindowMs: number,
): Omit<StatusChanged, 'position'> {
  const { appointmentId, status } = request;
  if (!event) return { appointmentId, status, eventId: null, undoUntil: null };
  const isUndo = 'undoneEventId' in event.data;
  const undoUntil = undoableUntil(event, undoWindowMs);
  return {
    appointmentId,
    // The statuses that a mark can set.
    status: event.data.statusAfter === 'Moved' ? status : event.data.statusAfter,
    eventId: event.id,
    undoUntil: isUndo ? null : undoUntil,
  };
}

/** If the day itself has fewer free times than this, following days are searched too. */
const enough = 3;
/** Maximum number of following days searched, to bound the cost of a refusal. */
const maxDays = 14;

/** A refusal with the doctor's nearest free times: first on the day, then on following days. */
export async function withFollowingDays(
  { aggregates, rules }: DayDeps,
  refusal: Refusal,
  slot: Omit<DoctorDayContext, 'visit'> & {
    readonly time: string;
    readonly visit: VisitKind | null | undefined;
    readonly by: CommandContext;
  },
): Promise<Refusal> {
  const { pocId, time, lastBookable, visit, patientClass, by } = slot;
  const freeTimes = [...(refusal.details?.freeTimes ?? [])];
  for (let days = 1; days <= maxDays && freeTimes.length < enough; days += 1) {
    const date = addDays(slot.date, days);
    if (date > lastBookable) break;
    const { state } = await aggregates.days.load(streams.doctorDay(pocId, date));
    const context = await doctorDayContext(aggregates, rules, { pocId, date, clientId: by.clientId, now: by.now });
    const slots = daySlots(state.book, { ...context, patientClass, ...(visit !== undefined && { visit }) });
    freeTimes.push(...freeTimesOf(slots, date, time).slice(0, enough - freeTimes.length));
  }
  return { ...refusal, details: { ...refusal.details, freeTimes } };
}
