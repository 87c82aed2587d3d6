import type { AppointmentStatus, PaymentMethod, PaymentStatus } from '@dayline/contracts/appointments';
import { defineText } from '../../../ui/locale/define-text.ts';
import { counted, countText } from '../../../ui/locale/words.ts';
import { appointmentText as words } from '../text.ts';

/** UI text for status changes (sections 4 and 8); both roles see the product's names of statuses. */
export const markingText = defineText({
  hi: async () => (await import('./text.hi.ts')).markingText,
  en: {
    marked: (to: AppointmentStatus): string => `Appointment marked as ${words.status[to]}`,
    reverted: (to: AppointmentStatus): string => `Undo successful! Status reverted to ${words.status[to]}`,
    question: (to: AppointmentStatus): string => `Mark this appointment as ${words.status[to]}?`,
    notYet: 'The appointment time is still ahead.',
    updateFailed: 'Error updating appointment status',
    revertFailed: 'Error reverting appointment status',
    changedMeanwhile: 'Someone else has changed this appointment.',
    itIsNow: (to: AppointmentStatus): string => `It is now ${words.status[to]}.`,
    paymentIsNow: (is: PaymentStatus): string => `Its payment is now ${words.payment[is]}.`,
    corrected: (to: AppointmentStatus): string => `Status corrected to ${words.status[to]}`,
    correct: 'Correct status…',
    correctTitle: 'Correct the status',
    correctHint: 'The previous status stays in the appointment’s history, with your reason.',
    correctAction: 'Correct status',
    newStatus: 'Status',
    reason: 'Reason',
    reasonMissing: 'Please give a reason.',
    paid: (to: PaymentStatus): string => `Payment marked as ${words.payment[to]}`,
    recorded: (amount: string, method: PaymentMethod): string =>
      [amount, { cash: 'in cash', upi: 'by UPI', card: 'by card', other: '' }[method], 'recorded']
        .filter(Boolean)
        .join(' '),
    /** The payment already has the requested value. */
    paymentStays: (is: PaymentStatus): string => `Nothing to change: the payment is already ${words.payment[is]}`,
    paymentChangedBy: (by: string, now: string): string => `${by} has changed the payment. It is now ${now}.`,
    refunded: 'Payment refunded',
    refundedAmount: (amount: string): string => `${amount} refunded`,
    refundFailed: 'Error refunding the payment',
    change: 'Correct amount or method…',
    changeTitle: 'Correct the payment',
    refund: 'Refund…',
    refundTitle: 'Refund the payment',
    howRefunded: 'How is it refunded?',
    paymentReverted: (to: PaymentStatus): string => `Undo successful! Payment reverted to ${words.payment[to]}`,
    paymentFailed: 'Error updating payment status',
    paymentRevertFailed: 'Error reverting payment status',
    payNow: 'Mark as Paid',
    payLater: 'Change to Pay later…',
    payLaterTitle: 'Change the payment to Pay later',
    payLaterAction: 'Change to Pay later',
    payLaterHint: 'The previous payment stays in the appointment’s history, with your reason.',
    movedTo: (time: string): string => `Appointment moved to ${time}`,
    movedBack: (time: string): string => `Undo successful! Appointment moved back to ${time}`,
    moveFailed: 'Error moving appointment',
    moveBackFailed: 'Error moving the appointment back',
    undo: 'Undo',
    markAs: (to: AppointmentStatus): string => `Mark as ${words.status[to]}`,
    cancel: 'Cancel Appointment',
    cancelQuestion: 'Cancel this appointment?',
    cancelHint: 'The time becomes free for other patients.',
    keep: 'Keep Appointment',
    keepAll: 'Keep',
    isPaid: (sum: string): string => `${sum} is paid.`,
    /** Shown if the amount is unknown or zero. */
    countsAsPaid: 'It is paid.',
    arePaid: (count: number, sum: string, without: number): string => {
      const paidText = `${counted(count, { one: 'of them is paid', other: 'of them are paid' })}: ${sum}`;
      return without > 0 ? `${paidText}, ${countText(without)} without an amount.` : `${paidText}.`;
    },
    cancelNotRefunded: 'Cancel, Not Refunded',
    cancelRefunded: 'Cancel and Refund',
    manyMarked: (count: number, to: AppointmentStatus): string => `${countText(count)} marked as ${words.status[to]}`,
    noneMarked: (to: AppointmentStatus): string => `None marked as ${words.status[to]}`,
    manyReverted: (count: number): string =>
      `Undo successful! ${counted(count, { one: 'appointment', other: 'appointments' })} reverted`,
    someReverted: (count: number, all: number): string => `${countText(count)} of ${countText(all)} undone`,
    noneReverted: 'Nothing was undone',
    undoMany: (count: number): string => `Undo ${countText(count)}`,
    notChanged: (count: number, first: string): string =>
      count === 1
        ? `1 not changed: ${first}`
        : `${countText(count)} not changed: ${first} and ${countText(count - 1)} more`,
    notUndone: (count: number, first: string): string =>
      count === 1
        ? `Not undone: ${first}`
        : `${countText(count)} not undone: ${first} and ${countText(count - 1)} more`,
    alreadySo: (count: number, to: AppointmentStatus): string =>
      `${counted(count, { one: 'was', other: 'were' })} already ${words.status[to]}`,
    full: (when: string): string => `${when} is full. Please choose another time.`,
    allFull: 'Their times are full. Please choose other times.',
    notReached: 'The server was too busy. Please try again.',
    history: 'History',
  },
});
