import type { CommandName } from '@dayline/contracts/endpoints/table';
import type { CommandOutcome } from '@dayline/contracts/errors';
import { alert } from '../../ui/dialogs/confirm.ts';
import { watchCommands } from '../api/carry-out.ts';
import { dismissToast, showToast } from './toast.ts';

/** What a command changes, and where to look whether it did. */
interface OutcomeWords {
  readonly done: string;
  readonly look: string;
}

const booked: OutcomeWords = {
  done: 'the appointment was booked',
  look: 'Choosing Pay Now or Pay Later here again does not book it twice. Before you book it in any other way, look for it under Active Appointments on the dashboard.',
};
const blocked: OutcomeWords = { done: 'the times were blocked', look: 'Reload the page and look at the day.' };
const unblocked: OutcomeWords = { done: 'the time was unblocked', look: 'Reload the page and look at the day.' };
const changed: OutcomeWords = {
  done: 'the appointment was changed',
  look: 'Reload the page and look at the appointment.',
};

const wordsOf: Partial<Record<CommandName, OutcomeWords>> = {
  saveUser: booked,
  createAppointment: booked,
  addDoctor: { done: 'the doctor was added', look: 'Look for the doctor in Doctors before you add them again.' },
  blockDay: blocked,
  blockSlots: blocked,
  unblockSlot: unblocked,
  unblockSlotById: unblocked,
  updateSchedule: { done: 'the schedule was saved', look: 'Reload the page and look at the schedule.' },
  updateLink: { done: 'the link was saved', look: 'Reload the page and look at the link.' },
  updateConsultationFees: { done: 'the fees were saved', look: 'Reload the page and look at the fees.' },
  updateProfileImage: { done: 'your photo was saved', look: 'Reload the page and look at your photo.' },
  updateAppointmentStatusAsAdmin: changed,
  updateAppointmentStatusAsDoctor: changed,
  correctAppointmentStatus: changed,
  correctPayment: changed,
};
const standard: OutcomeWords = { done: 'this was saved', look: 'Reload the page and look before you do it again.' };

export const outcomeText = {
  checking: 'The server has not answered yet.',
  checkingDetail: 'This may have been saved already. It is being checked; please wait.',
  notCarriedOut: 'Nothing was saved: part of the service is not available. Please try again in a moment.',
  unknown: (name: CommandName): string => `It is not known whether ${(wordsOf[name] ?? standard).done}.`,
  look: (name: CommandName): string => (wordsOf[name] ?? standard).look,
} as const;

/** What became of a command that no attempt could tell, in one text; undefined if it was refused. */
export function outcomeSentence(name: CommandName, outcome: CommandOutcome | undefined): string | undefined {
  if (outcome === undefined) return undefined;
  return outcome === 'unknown' ? `${outcomeText.unknown(name)} ${outcomeText.look(name)}` : outcomeText.notCarriedOut;
}

/** As long as all attempts may take, ms. */
const longestCheck = 180_000;
const readingMs = 8_000;

watchCommands({
  checking() {
    const id = showToast({
      kind: 'info',
      message: outcomeText.checking,
      detail: outcomeText.checkingDetail,
      time: longestCheck,
    });
    return () => dismissToast(id);
  },
  gaveUp(name, outcome) {
    if (outcome === 'unknown') void alert(outcomeText.unknown(name), outcomeText.look(name));
    // The page's own sentence comes before it.
    else showToast({ kind: 'warning', message: outcomeText.notCarriedOut, time: readingMs });
  },
});
