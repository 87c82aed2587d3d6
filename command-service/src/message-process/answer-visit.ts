import { defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { onDayOf } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import type { Appointment } from '../doctor-day/state.ts';
import { type ChoiceCallDeps, refusedToken } from '../message-choice/choice-calls.ts';
import { appointmentOf, personOf } from './visit-now.ts';
import { firstNameOf } from './write-message.ts';

/** @public */
export interface VisitAnswer {
  readonly appointmentId: string;
  /** The record that the message was for. */
  readonly patientId: string;
  /** Undefined: the visit is only shown. */
  readonly answer: RequestOf<'answerVisit'>['answer'];
}

type Shown = Pick<ResponseOf<'answerVisit'>, 'state' | 'visit'>;
type Call = Omit<CommandContext, 'actor' | 'clientId'>;

const fresh = 0;
const ended: Shown = { state: 'ended', visit: null };

/** A patient's answers to the messages about a visit, by the commands of the desk. */
export function answerCommands(deps: DayDeps) {
  const { aggregates } = deps;

  async function shownVisit({ appointmentId, patientId }: VisitAnswer, clientId: string, now: number): Promise<Shown> {
    const { pocId, date } = doctorDayOf(appointmentId);
    const [appointment, person, { state: client }, { state: doctor }] = await Promise.all([
      appointmentOf(aggregates, appointmentId),
      personOf(aggregates, patientId),
      aggregates.clients.load(streams.client(clientId), fresh),
      aggregates.doctors.load(streams.doctor(pocId)),
    ]);
    // The link of a record that the visit no longer belongs to shows nothing.
    const isTheirs = appointment?.booked.data.patientId === patientId && person !== null && !person.isErased;
    if (!isTheirs) return ended;
    const { time, place, confirmedAt } = appointment;
    const state = stateOf(appointment, instantOf({ date, time }, client?.zone ?? defaultZone) <= now);
    if (state !== 'open') return { state, visit: null };
    const visit = {
      ...{ firstName: firstNameOf(person.name), hospital: client?.name ?? '', doctor: doctor?.name ?? '', date, time },
      branch: client?.branches.find(({ id }) => id === place.branchId)?.name ?? null,
    };
    return { state: confirmedAt === time ? 'confirmed' : 'open', visit };
  }

  return {
    /** Nothing is appended for a visit that has ended, nor for the same answer again. */
    async answerVisit(request: VisitAnswer, call: Call): Promise<Shown | Refusal> {
      const { appointmentId, patientId, answer } = request;
      const { state: patient } = await aggregates.patients.load(streams.patient(patientId), fresh);
      if (!patient) return ended;
      const { clientId } = patient;
      const before = await shownVisit(request, clientId, call.now);
      if (!answer || !before.visit) return before;
      if (before.visit.time !== answer.time) return refuse('appointment.changed');
      const actor = { kind: 'patient', id: patientId, name: 'Patient' } as const;
      const command =
        answer.is === 'confirm'
          ? ({ kind: 'confirmVisit', appointmentId, time: answer.time } as const)
          : ({ kind: 'changeStatus', appointmentId, status: 'Cancelled', as: 'admin' } as const);
      const outcome = await onDayOf(deps, appointmentId, command, { ...call, actor, clientId, channel: 'email' });
      const after = await shownVisit(request, clientId, call.now);
      // Others changed the visit in the meantime: the page shows how it is, and not who did it.
      return isRefusal(outcome) && after.visit ? refuse(outcome.refused) : after;
    },
  };
}

const stateOf = ({ status, isMoving }: Appointment, hasBegun: boolean) => {
  if (status === 'Cancelled') return 'cancelled';
  if (status === 'Moved' || isMoving) return 'moved';
  if (status !== 'Confirmed') return 'ended';
  return hasBegun ? 'past' : 'open';
};

export const answerCalls = (
  commands: ReturnType<typeof answerCommands>,
  deps: ChoiceCallDeps,
): Pick<CommandHandlers, 'answerVisit'> => ({
  async answerVisit({ token, appointmentId, answer }, call) {
    const patientId = await deps.messageLinks.patientOfAnswer(token, appointmentId);
    if (patientId === null) return refusedToken(deps, call);
    const visitState = await commands.answerVisit({ appointmentId, patientId, answer }, call);
    return isRefusal(visitState) ? visitState : { body: { success: true, ...visitState } };
  },
});
