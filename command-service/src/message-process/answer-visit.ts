import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { onDayOf } from '../doctor-day/appointment-commands.ts';
import { type ChoiceCallDeps, refusedToken } from '../message-choice/choice-calls.ts';
import { moveCommands } from '../moving/move-commands.ts';
import { acceptOffer, declineOffer } from '../waiting-process/answered-offers.ts';
import type { WaitingDeps } from '../waiting-process/held-places.ts';
import { ended, type LinkedVisit, linkedVisit, type Shown, type VisitLink } from './linked-visit.ts';

/** @public */
export interface VisitAnswer extends VisitLink {
  /** Undefined: the visit is only shown. */
  readonly answer: Answer | undefined;
}

type Answer = NonNullable<RequestOf<'answerVisit'>['answer']>;
type OfferAnswer = Extract<Answer, { is: 'accept' | 'decline' }>;
type Call = Omit<CommandContext, 'actor' | 'clientId'>;
type Place = { readonly date: string; readonly time: string };

const fresh = 0;
/** The link of a record that is removed, or about to be, shows nothing. */
const isGone: ReadonlySet<ErrorCode> = new Set(['patient.leaving', 'patient.erased']);
const isAt = (visit: Place, { date, time }: Place): boolean => visit.date === date && visit.time === time;
const isOfOffer = (answer: Answer): answer is OfferAnswer => answer.is === 'accept' || answer.is === 'decline';

/** A patient's answers to the messages about a visit, or about an offered place, by the commands of the desk. */
export function answerCommands(deps: WaitingDeps) {
  const { aggregates } = deps;
  const { moveAppointment } = moveCommands(deps);

  /** The commands of the desk. */
  async function carryOut({ current, offer }: LinkedVisit, { answer, appointmentId }: VisitAnswer, by: CommandContext) {
    if (!answer) return null;
    if (isOfOffer(answer)) {
      if (!offer) return null;
      const place = { waitingId: offer.waitingId, appointmentId };
      return answer.is === 'accept' ? acceptOffer(deps, place, by) : declineOffer(deps, place, by);
    }
    if (!current) return null;
    if (answer.is === 'move') {
      // Another fee is the desk's decision: the present one is the only one that is accepted.
      const fee = { seen: current.appointment.money.due };
      return moveAppointment({ appointmentId: current.appointmentId, ...answer.to, reason: null, fee }, by);
    }
    const command =
      answer.is === 'confirm'
        ? ({ kind: 'confirmVisit', appointmentId: current.appointmentId, time: answer.time } as const)
        : ({ kind: 'changeStatus', appointmentId: current.appointmentId, status: 'Cancelled', as: 'admin' } as const);
    return onDayOf(deps, current.appointmentId, command, by);
  }

  return {
    /** Nothing is appended for a visit or an offer that has ended, nor for the same answer again. */
    async answerVisit(request: VisitAnswer, call: Call): Promise<Shown | Refusal> {
      const { patientId, answer } = request;
      const { state: patient } = await aggregates.patients.load(streams.patient(patientId), fresh);
      if (!patient) return ended;
      const asked = { clientId: patient.clientId, now: call.now };
      const linked = await linkedVisit(deps, request, asked);
      const { shown } = linked;
      if (!answer || !shown.visit) return shown;
      const wanted = answer.is === 'move' ? answer.to : answer;
      if (!isAt(shown.visit, answer)) return isAt(shown.visit, wanted) ? shown : refuse('appointment.changed');
      const actor = { kind: 'patient', id: patientId, name: 'Patient' } as const;
      const by = { ...call, actor, clientId: asked.clientId, channel: 'email' } as const;
      const outcome = await carryOut(linked, request, by);
      // An answer to an offer that is booked, or to a visit that is still an offer.
      if (outcome === null) return shown;
      if (isRefusal(outcome) && isGone.has(outcome.refused)) return ended;
      const { shown: after } = await linkedVisit(deps, request, asked);
      // Others changed the visit in the meantime: the page shows how it is, and not who did it.
      const isRefused = isRefusal(outcome) && after.visit !== null && !isDone(answer, after);
      return isRefused ? forPatient(outcome) : after;
    },
  };
}

/** Whether the visit is as it was wanted, whoever did it. */
function isDone(answer: Answer, { state, visit }: Shown): boolean {
  if (answer.is === 'move') return visit !== null && isAt(visit, answer.to);
  return isOfOffer(answer) && state !== 'offered';
}

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
