import { clinicDate, defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { onDayOf } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import type { Appointment } from '../doctor-day/state.ts';
import { type ChoiceCallDeps, refusedToken } from '../message-choice/choice-calls.ts';
import { moveCommands } from '../moving/move-commands.ts';
import { freeDayFrom } from './free-day.ts';
import { currentOf, personOf } from './visit-now.ts';
import { firstNameOf } from './write-message.ts';

/** @public */
export interface VisitAnswer {
  /** Any appointment of the visit: the link goes on with the visit where it is moved. */
  readonly appointmentId: string;
  /** The record that the message was for. */
  readonly patientId: string;
  /** Undefined: the visit is only shown. */
  readonly answer: Answer | undefined;
  /** From when on free times are listed; undefined: they are not. */
  readonly freeFrom: string | undefined;
}

type Answer = NonNullable<RequestOf<'answerVisit'>['answer']>;
type Shown = Pick<ResponseOf<'answerVisit'>, 'state' | 'visit' | 'free'>;
type Call = Omit<CommandContext, 'actor' | 'clientId'>;
type Place = { readonly date: string; readonly time: string };
type Current = NonNullable<Awaited<ReturnType<typeof currentOf>>>;

const fresh = 0;
const ended: Shown = { state: 'ended', visit: null };
/** The link of a record that is removed, or about to be, shows nothing. */
const isGone: ReadonlySet<ErrorCode> = new Set(['patient.leaving', 'patient.erased']);
const isAt = (visit: Place, { date, time }: Place): boolean => visit.date === date && visit.time === time;

/** A patient's answers to the messages about a visit, by the commands of the desk. */
export function answerCommands(deps: DayDeps) {
  const { aggregates } = deps;
  const { moveAppointment } = moveCommands(deps);

  /** The visit where it is now, if the link is of its record and it can be answered; and what the link shows. */
  async function lookUp(
    { appointmentId, patientId, freeFrom }: Omit<VisitAnswer, 'answer'>,
    { clientId, now }: { readonly clientId: string; readonly now: number },
  ): Promise<{ readonly shown: Shown; readonly current?: Current }> {
    const current = await currentOf(aggregates, appointmentId);
    if (!current) return { shown: ended };
    const { pocId, date } = doctorDayOf(current.appointmentId);
    const [person, { state: client }, { state: doctor }] = await Promise.all([
      personOf(aggregates, patientId),
      aggregates.clients.load(streams.client(clientId), fresh),
      aggregates.doctors.load(streams.doctor(pocId)),
    ]);
    const { booked, time, place, confirmedAt } = current.appointment;
    // The link of a record that the visit no longer belongs to shows nothing.
    const isTheirs = booked.data.patientId === patientId && person !== null && !person.isErased;
    if (!isTheirs) return { shown: ended };
    const zone = client?.zone ?? defaultZone;
    const state = stateOf(current.appointment, instantOf({ date, time }, zone) <= now);
    if (state !== 'open') return { shown: { state, visit: null } };
    const visit = {
      ...{ firstName: firstNameOf(person.name), hospital: client?.name ?? '', doctor: doctor?.name ?? '', date, time },
      branch: client?.branches.find(({ id }) => id === place.branchId)?.name ?? null,
    };
    const shown: Shown = { state: confirmedAt === time ? 'confirmed' : 'open', visit };
    if (freeFrom === undefined) return { shown, current };
    const isOnRequest = typeof doctor?.onRequest === 'string';
    const today = clinicDate(now, zone);
    const from = freeFrom < today ? today : freeFrom;
    const free = await freeDayFrom(deps, { ...current, isOnRequest }, { from, clientId, now });
    return { shown: { ...shown, free }, current };
  }

  /** The commands of the desk. */
  function carryOut({ appointmentId, appointment }: Current, answer: Answer, by: CommandContext) {
    if (answer.is === 'move') {
      // Another fee is the desk's decision: the present one is the only one that is accepted.
      const fee = { seen: appointment.money.due };
      return moveAppointment({ appointmentId, ...answer.to, reason: null, fee }, by);
    }
    const command =
      answer.is === 'confirm'
        ? ({ kind: 'confirmVisit', appointmentId, time: answer.time } as const)
        : ({ kind: 'changeStatus', appointmentId, status: 'Cancelled', as: 'admin' } as const);
    return onDayOf(deps, appointmentId, command, by);
  }

  return {
    /** Nothing is appended for a visit that has ended, nor for the same answer again. */
    async answerVisit(request: VisitAnswer, call: Call): Promise<Shown | Refusal> {
      const { patientId, answer } = request;
      const { state: patient } = await aggregates.patients.load(streams.patient(patientId), fresh);
      if (!patient) return ended;
      const asked = { clientId: patient.clientId, now: call.now };
      const { shown, current } = await lookUp(request, asked);
      if (!answer || !shown.visit || !current) return shown;
      const wanted = answer.is === 'move' ? answer.to : answer;
      if (!isAt(shown.visit, answer)) return isAt(shown.visit, wanted) ? shown : refuse('appointment.changed');
      const actor = { kind: 'patient', id: patientId, name: 'Patient' } as const;
      const by = { ...call, actor, clientId: asked.clientId, channel: 'email' } as const;
      const outcome = await carryOut(current, answer, by);
      if (isRefusal(outcome) && isGone.has(outcome.refused)) return ended;
      const { shown: after } = await lookUp(request, asked);
      // Others changed the visit in the meantime: the page shows how it is, and not who did it.
      const isRefused =
        isRefusal(outcome) && after.visit !== null && !(answer.is === 'move' && isAt(after.visit, wanted));
      return isRefused ? forPatient(outcome) : after;
    },
  };
}

const stateOf = ({ status, isMoving }: Appointment, hasBegun: boolean) => {
  if (status === 'Cancelled') return 'cancelled';
  if (isMoving) return 'moving';
  if (status !== 'Confirmed') return 'ended';
  return hasBegun ? 'past' : 'open';
};

/** Without details, which are the desk's. */
function forPatient({ refused }: Refusal): Refusal {
  const isOfFee = refused === 'fee.changed' || refused === 'fee.undecided';
  return isOfFee
    ? refuse('fee.undecided', { message: 'The fee is different at this time. Please call the hospital.' })
    : refuse(refused);
}

export const answerCalls = (
  commands: ReturnType<typeof answerCommands>,
  deps: ChoiceCallDeps,
): Pick<CommandHandlers, 'answerVisit'> => ({
  async answerVisit({ token, appointmentId, answer, freeFrom }, call) {
    const patientId = await deps.messageLinks.patientOfAnswer(token, appointmentId);
    if (patientId === null) return refusedToken(deps, call);
    const { attempts } = deps;
    const retryAfter = await attempts.take([attempts.key('visitLink', appointmentId, patientId)]);
    if (retryAfter > 0) return refuse('request.throttled', { retryAfter });
    const visitState = await commands.answerVisit({ appointmentId, patientId, answer, freeFrom }, call);
    return isRefusal(visitState) ? visitState : { body: { success: true, ...visitState } };
  },
});
