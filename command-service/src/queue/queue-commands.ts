import { addDays, clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { Presence } from '@dayline/contracts/clinic/queue';
import { queueRuleOf } from '@dayline/contracts/clinic/queue';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { isPresenceEvent, isStatusEvent } from '@dayline/contracts/events/doctor-day';
import { appointmentId as appointmentIdOf, doctorDayOf } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { clientDay } from '../client-day/client-day.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import {
  decideBooking,
  foundForBooking,
  onDayOf,
  refusedAsErased,
  undoableUntil,
  withFollowingDays,
} from '../doctor-day/appointment-commands.ts';
import { type DayDeps, onDoctorDay } from '../doctor-day/day-commands.ts';
import type { PaymentFields } from '../doctor-day/money/payment.ts';
import type { PresenceCommand } from '../doctor-day/presence.ts';

export interface PresenceChanged {
  readonly appointmentId: string;
  /** Null before the arrival. */
  readonly presence: Presence | null;
  /** The event to name in an undo; null if nothing was appended. */
  readonly eventId: string | null;
  /** Until when it can be undone (ISO 8601, UTC); null if it can't. */
  readonly undoUntil: string | null;
  readonly position: string | null;
}

export interface WalkInRequest extends PaymentFields {
  readonly pocId: string;
  readonly patientId: string;
  readonly visit?: VisitKind | undefined;
}

export interface WalkedIn extends PresenceChanged {
  readonly time: string;
}

export interface Lateness {
  readonly pocId: string;
  readonly minutes: number | null;
  readonly before: number | null;
}

export interface Named {
  readonly appointmentId: string;
}
export type Withdrawal = Named & { readonly eventId?: string | undefined };

export type QueueCommands = ReturnType<typeof queueCommands>;

/** For an arrival also the hospital's day, which gives tokens their letters. */
type QueueDeps = DayDeps & { readonly aggregates: { readonly clientDays: HandlerOf<typeof clientDay> } };

/** Arrivals, calls and walk-ins, decided by the doctor-day. */
export function queueCommands(deps: QueueDeps) {
  const { aggregates, rules } = deps;

  async function decided(
    day: { readonly pocId: string; readonly date: string },
    command: PresenceCommand,
    by: CommandContext,
  ): Promise<PresenceChanged | Refusal> {
    const { outcome } = await onDoctorDay(deps, day, command, by);
    if (isRefusal(outcome)) return outcome;
    const event = outcome.events.findLast(isPresenceEvent);
    const appointmentId = 'appointmentId' in command ? command.appointmentId : (event?.data.appointmentId ?? '');
    const canUndo = event?.type === 'PatientArrived' || event?.type === 'PatientCalled';
    return {
      appointmentId,
      presence: outcome.state.appointments.get(appointmentId)?.presence ?? null,
      eventId: event?.id ?? null,
      undoUntil: event && canUndo ? undoableUntil(event, rules.undoWindowMs) : null,
      position: outcome.position,
    };
  }

  async function onAppointment(command: PresenceCommand & Named, by: CommandContext) {
    const day = doctorDayOf(command.appointmentId);
    const doctor = await doctorOf(aggregates, day.pocId, by.clientId);
    return isRefusal(doctor) ? doctor : decided(day, command, by);
  }

  return {
    async arrive({ appointmentId }: Named, by: CommandContext): Promise<PresenceChanged | Refusal> {
      const day = doctorDayOf(appointmentId);
      const doctor = await doctorOf(aggregates, day.pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      const letter = await letterOf(aggregates, day, by);
      if (isRefusal(letter)) return letter;
      return decided(day, { kind: 'arrive', appointmentId, ...letter }, by);
    },

    withdrawArrival: (withdrawal: Withdrawal, by: CommandContext) =>
      onAppointment({ kind: 'withdrawArrival', ...withdrawal }, by),

    /** Any patient who has arrived. Without `room`, the doctor's. */
    async callPatient(
      { appointmentId, room }: Named & { readonly room?: string | undefined },
      by: CommandContext,
    ): Promise<PresenceChanged | Refusal> {
      const day = doctorDayOf(appointmentId);
      const doctor = await doctorOf(aggregates, day.pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      return decided(day, { kind: 'call', appointmentId, room: roomOf(room, doctor) }, by);
    },

    /** The next patient of today, if it has the given token. */
    async callNext(
      {
        pocId,
        next: token,
        room,
      }: { readonly pocId: string; readonly next: number; readonly room?: string | undefined },
      by: CommandContext,
    ): Promise<PresenceChanged | Refusal> {
      const doctor = await doctorOf(aggregates, pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      const { zone, rule } = await settingsOf(aggregates, by.clientId);
      const day = { pocId, date: clinicNow(by.now, zone).date };
      return decided(day, { kind: 'callNext', token, rule, room: roomOf(room, doctor) }, by);
    },

    setLateness: (request: Lateness, by: CommandContext) => setLateness(deps, request, by),

    withdrawCall: (withdrawal: Withdrawal, by: CommandContext) =>
      onAppointment({ kind: 'withdrawCall', ...withdrawal }, by),

    /** Books a patient who is at the clinic, now or at the next free time of today. */
    walkIn: (request: WalkInRequest, by: CommandContext) => walkIn(deps, request, by).catch(refusedAsErased),

    async undoWalkIn(
      { appointmentId, eventId }: Named & { readonly eventId: string },
      by: CommandContext,
    ): Promise<PresenceChanged | Refusal> {
      const outcome = await onDayOf(deps, appointmentId, { kind: 'undoWalkIn', appointmentId, eventId }, by);
      if (isRefusal(outcome)) return outcome;
      const undone = outcome.events.find(isStatusEvent);
      return {
        appointmentId,
        presence: null,
        eventId: undone?.id ?? null,
        undoUntil: null,
        position: outcome.position,
      };
    },
  };
}

async function settingsOf({ clients }: DayDeps['aggregates'], clientId: string) {
  const { state } = await clients.load(streams.client(clientId));
  return { zone: state?.zone ?? defaultZone, rule: queueRuleOf(state) } as const;
}

/** Of the clinic's today. */
async function setLateness(
  deps: QueueDeps,
  { pocId, ...lateness }: Lateness,
  by: CommandContext,
): Promise<Changed | Refusal> {
  const doctor = await doctorOf(deps.aggregates, pocId, by.clientId);
  if (isRefusal(doctor)) return doctor;
  const { zone } = await settingsOf(deps.aggregates, by.clientId);
  const day = { pocId, date: clinicNow(by.now, zone).date };
  const { outcome } = await onDoctorDay(deps, day, { kind: 'setLateness', ...lateness }, by);
  return isRefusal(outcome) ? outcome : { position: outcome.position };
}

/** Letters never change: one that was read long ago still holds. */
const letterAgeMs = 60 * 60 * 1_000;

/** The letter of the doctor's tokens of today, assigned before the first one. Other days have no tokens, so no letter. */
async function letterOf(
  { clientDays, ...aggregates }: QueueDeps['aggregates'],
  { pocId, date }: { readonly pocId: string; readonly date: string },
  by: CommandContext,
): Promise<{ readonly letter?: string | undefined } | Refusal> {
  const { zone } = await settingsOf(aggregates, by.clientId);
  if (date !== clinicNow(by.now, zone).date) return {};
  const stream = streams.clientDay(by.clientId, date);
  const { state } = await clientDays.load(stream, letterAgeMs);
  const letter = state.letters.get(pocId);
  if (letter !== undefined) return { letter: letter };
  const command = { kind: 'assignTokenLetter', pocId } as const;
  const outcome = await clientDays.execute({ stream, command, context: undefined, by: partOf(by, 'tokenLetter') });
  return isRefusal(outcome) ? outcome : { letter: outcome.state.letters.get(pocId) };
}

async function walkIn(
  deps: QueueDeps,
  { pocId, visit: chosenVisit, ...request }: WalkInRequest,
  by: CommandContext,
): Promise<WalkedIn | Refusal> {
  const { aggregates } = deps;
  const { patientId } = request;
  const { zone } = await settingsOf(aggregates, by.clientId);
  const { date, appointmentId } = await walkInOn(aggregates, { pocId, today: clinicNow(by.now, zone).date }, by);
  const found = await foundForBooking(deps, { pocId, patientId, date, visit: chosenVisit }, by);
  if (isRefusal(found)) return found;
  const letter = await letterOf(aggregates, { pocId, date }, by);
  if (isRefusal(letter)) return letter;
  const command = { kind: 'walkIn', appointmentId, ...request, ...found, visit: chosenVisit, ...letter } as const;
  const { outcome, context, visit } = await decideBooking(deps, { pocId, date }, command, by);
  if (isRefusal(outcome)) {
    if (!outcome.refused.startsWith('slot.') && outcome.refused !== 'session.list-full') return outcome;
    const { patientClass } = request;
    return withFollowingDays(deps, outcome, { ...context, time: context.clinic.time, visit, patientClass, by });
  }
  const appointment = outcome.state.appointments.get(appointmentId);
  const { time = '', presence = null } = appointment ?? {};
  const arrival = outcome.events.findLast(isPresenceEvent);
  return {
    ...{ appointmentId, time, presence, position: outcome.position },
    eventId: arrival?.id ?? null,
    undoUntil: arrival ? undoableUntil(arrival, deps.rules.undoWindowMs) : null,
  };
}

/** A walk-in of today, or of yesterday if this is a retry, after midnight, of an earlier request. */
async function walkInOn(
  { days }: DayDeps['aggregates'],
  { pocId, today }: { readonly pocId: string; readonly today: string },
  { commandId }: CommandContext,
) {
  const forDate = (date: string) => ({
    date,
    appointmentId: appointmentIdOf(pocId, date, derivedFrom(commandId, 'appointment')),
  });
  const before = forDate(addDays(today, -1));
  const { state } = await days.load(streams.doctorDay(pocId, before.date), 0);
  return state.appointments.has(before.appointmentId) ? before : forDate(today);
}

const roomOf = (requested: string | undefined, doctor: { readonly room: string | null }): string | null =>
  requested === undefined ? doctor.room : requested || null;
