import type { CommandName } from '@dayline/contracts/endpoints/table';
import { nothingChanged } from '@dayline/contracts/words/replies';
import { defineText } from '../../ui/locale/define-text.ts';

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
  renameUnit: { done: 'the name was saved', look: 'Reload the page and look at the name.' },
  setFeeRules: { done: 'the fees were saved', look: 'Reload the page and look at the fees.' },
  setOnRequest: { done: 'how to ask for an appointment was saved', look: 'Reload the page and look at the sentence.' },
  updateConsultationFees: { done: 'the fees were saved', look: 'Reload the page and look at the fees.' },
  updateProfileImage: { done: 'your photo was saved', look: 'Reload the page and look at your photo.' },
  updateAppointmentStatusAsAdmin: changed,
  updateAppointmentStatusAsDoctor: changed,
  correctAppointmentStatus: changed,
  correctPayment: changed,
  refundPayment: changed,
  moveAppointment: changed,
  undoMove: changed,
  arrive: changed,
  withdrawArrival: changed,
  callPatient: changed,
  withdrawCall: changed,
  walkIn: booked,
  closeDay: { done: 'the day was closed', look: 'Reload the page and look at who closed it.' },
};
const standard: OutcomeWords = { done: 'this was saved', look: 'Reload the page and look before you do it again.' };

export const toastText = defineText({
  hi: async () => (await import('./text.hi.ts')).toastText,
  en: { nothingChanged },
});

export const outcomeText = defineText({
  hi: async () => (await import('./text.hi.ts')).outcomeText,
  en: {
    checking: 'The server has not answered yet.',
    checkingDetail: 'This may have been saved already. It is being checked; please wait.',
    notCarriedOut: 'Nothing was saved: part of the service is not available. Please try again in a moment.',
    unknown: (name: CommandName): string => `It is not known whether ${(wordsOf[name] ?? standard).done}.`,
    look: (name: CommandName): string => (wordsOf[name] ?? standard).look,
  },
});

export const actionsText = defineText({
  hi: async () => (await import('./text.hi.ts')).actionsText,
  en: {
    leave: 'Leave without saving?',
    leaveHint: 'What you have entered is not kept.',
    leaveAction: 'Leave',
    stay: 'Stay',
    nextRow: 'Next row',
    previousRow: 'Previous row',
    keys: 'Keys on this page',
    showKeys: 'Show the keys',
    keysOn: 'Single keys are on',
    /** Beside a key, where there is little room. */
    hints: {
      rows: 'rows',
      doctor: 'doctor',
      patient: 'patient',
      arrived: 'arrived',
      call: 'call',
      visited: 'visited',
      notVisited: 'not visited',
      move: 'move',
      walkIn: 'walk-in',
      undo: 'undo',
      choose: 'choose',
      upToThere: 'up to there',
      correct: 'correct',
      bookAgain: 'book again',
      print: 'print',
      keys: 'keys',
    },
  },
});
