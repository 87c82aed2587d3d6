import type { CommandName } from '@dayline/contracts/endpoints/table';
import { nothingChanged } from '@dayline/contracts/words/replies';
import { defineText } from '../../ui/locale/define-text.ts';

/** A command's effect, and the page that shows whether it was carried out. */
interface OutcomeWords {
  readonly done: string;
  readonly look: string;
}

const bookingWords: OutcomeWords = {
  done: 'the appointment was booked',
  look: 'You can choose Pay Now or Pay Later again here; it is not booked twice. Before you book it elsewhere, look for it under Active Appointments on the dashboard.',
};
const blockingWords: OutcomeWords = { done: 'the times were blocked', look: 'Reload the page and check the day.' };
const unblockingWords: OutcomeWords = { done: 'the time was unblocked', look: 'Reload the page and check the day.' };
const changeWords: OutcomeWords = {
  done: 'the appointment was changed',
  look: 'Reload the page and check the appointment.',
};

const wordsOf: Partial<Record<CommandName, OutcomeWords>> = {
  saveUser: bookingWords,
  createAppointment: bookingWords,
  addDoctor: { done: 'the doctor was added', look: 'Check the Doctors page before you add the doctor again.' },
  blockDay: blockingWords,
  blockSlots: blockingWords,
  unblockSlot: unblockingWords,
  unblockSlotById: unblockingWords,
  updateSchedule: { done: 'the schedule was saved', look: 'Reload the page and check the schedule.' },
  updateLink: { done: 'the link was saved', look: 'Reload the page and check the link.' },
  correctDoctor: { done: 'the details were saved', look: 'Reload the page and check the details.' },
  changeDoctorEmail: { done: 'the link was sent', look: 'Ask the doctor before you send another one.' },
  renameUnit: { done: 'the name was saved', look: 'Reload the page and check the name.' },
  setFeeRules: { done: 'the fees were saved', look: 'Reload the page and check the fees.' },
  setLeft: { done: 'the date was saved', look: 'Reload the page and check the doctor.' },
  setOnRequest: { done: 'the instructions were saved', look: 'Reload the page and check the instructions.' },
  updateConsultationFees: { done: 'the fees were saved', look: 'Reload the page and check the fees.' },
  updateProfileImage: { done: 'your photo was saved', look: 'Reload the page and check your photo.' },
  updateAppointmentStatusAsAdmin: changeWords,
  updateAppointmentStatusAsDoctor: changeWords,
  correctAppointmentStatus: changeWords,
  correctPayment: changeWords,
  refundPayment: changeWords,
  moveAppointment: changeWords,
  undoMove: changeWords,
  arrive: changeWords,
  withdrawArrival: changeWords,
  callPatient: changeWords,
  withdrawCall: changeWords,
  walkIn: bookingWords,
  undoWalkIn: changeWords,
  closeDay: { done: 'the day was closed', look: 'Reload the page and check who closed it.' },
};
const standard: OutcomeWords = { done: 'this was saved', look: 'Reload the page and check before you try again.' };

export const toastText = defineText({
  hi: async () => (await import('./text.hi.ts')).toastText,
  en: { nothingChanged },
});

export const outcomeText = defineText({
  hi: async () => (await import('./text.hi.ts')).outcomeText,
  en: {
    checking: 'The server has not answered yet.',
    checkingDetail: 'Your change may already be saved. Checking; please wait.',
    notCarriedOut: 'Nothing was saved: part of the service is not available. Please try again in a moment.',
    unknown: (name: CommandName): string => `We could not confirm whether ${(wordsOf[name] ?? standard).done}.`,
    look: (name: CommandName): string => (wordsOf[name] ?? standard).look,
  },
});

export const actionsText = defineText({
  hi: async () => (await import('./text.hi.ts')).actionsText,
  en: {
    leave: 'Leave without saving?',
    leaveHint: 'Your entries will be lost.',
    leaveAction: 'Leave',
    stay: 'Stay',
    nextRow: 'Next row',
    previousRow: 'Previous row',
    keys: 'Keyboard shortcuts',
    showKeys: 'Show keyboard shortcuts',
    keysOn: 'Single-key shortcuts are on',
    /** Shown beside a key, where there is little room. */
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
      choose: 'select',
      upToThere: 'select range',
      correct: 'correct',
      bookAgain: 'book again',
      print: 'print',
      keys: 'keys',
    },
  },
});
