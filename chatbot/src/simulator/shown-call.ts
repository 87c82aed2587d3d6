import type { Trial, TrialCall } from '@dayline/contracts/endpoints/partner/chatbot-try';
import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { slotOf } from '@dayline/contracts/ids';
import { type Answer, type Command, isRefused, type PartnerCall } from '../conversation/commands.ts';

type Found = Pick<TrialCall, 'about' | 'count' | 'until' | 'position' | 'appointmentId' | 'refused'>;
type Doctor = NonNullable<Trial['doctor']>;

const nothing: Found = { about: null, count: null, until: null, position: null, appointmentId: null, refused: false };

type Of<Name extends PartnerCall> = { readonly request: RequestInputOf<Name>; readonly answer: ResponseOf<Name> };
// Casts are safe: a call's request and answer have its own shapes.
const of = <Name extends PartnerCall>(command: Command, answer: Answer): Of<Name> =>
  ({ request: command.request, answer }) as Of<Name>;

/** What a call asked for and found, in few words. */
export function foundBy(command: Command, answer: Answer): Found {
  if (isRefused(answer)) return { ...nothing, refused: true };
  switch (command.name) {
    case 'lookUpPatients': {
      const { patients } = of<'lookUpPatients'>(command, answer).answer;
      return {
        ...nothing,
        about: patients.map(({ firstName }) => firstName).join(', ') || null,
        count: patients.length,
      };
    }
    case 'listPartnerSlots': {
      const { request, answer: found } = of<'listPartnerSlots'>(command, answer);
      const about = request.pocId === undefined ? null : (found.slots[0]?.pocName ?? null);
      return { ...nothing, about, count: found.slots.length };
    }
    case 'listPartnerAppointments': {
      const { appointments } = of<'listPartnerAppointments'>(command, answer).answer;
      return { ...nothing, count: appointments.length };
    }
    case 'savePartnerPatient':
      return { ...nothing, position: of<'savePartnerPatient'>(command, answer).answer.position };
    case 'createHold': {
      const { request, answer: hold } = of<'createHold'>(command, answer);
      return { ...nothing, about: slotOf(request.slotId).time, until: hold.until, position: hold.position };
    }
    case 'bookPartnerAppointment':
    case 'movePartnerAppointment':
    case 'cancelPartnerAppointment':
    case 'releaseHold': {
      const { appointmentId, position } = of<'bookPartnerAppointment'>(command, answer).answer;
      return { ...nothing, appointmentId, position };
    }
  }
}

/** The doctor and day of the talk after a call. */
export function doctorAfter(before: Doctor | null, command: Command, answer: Answer): Doctor | null {
  if (isRefused(answer)) return before;
  if (command.name === 'listPartnerSlots') {
    const { request, answer: found } = of<'listPartnerSlots'>(command, answer);
    const [slot] = found.slots;
    if (request.pocId === undefined || !slot) return before;
    const isSame = before?.pocId === slot.pocId && before.date !== null;
    return isSame ? before : { pocId: slot.pocId, name: slot.pocName, date: slot.date };
  }
  if (command.name === 'listPartnerAppointments') {
    const last = of<'listPartnerAppointments'>(command, answer).answer.appointments.findLast(
      ({ status }) => status !== 'Cancelled',
    );
    return before ?? (last ? { pocId: last.pocId, name: last.pocName, date: null } : null);
  }
  if (command.name === 'createHold' || command.name === 'movePartnerAppointment') {
    const { date } = slotOf(of<'createHold'>(command, answer).request.slotId);
    return before && { ...before, date };
  }
  return before;
}
