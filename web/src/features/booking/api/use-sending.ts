import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { isWholePhone } from '@dayline/contracts/fields/phone';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { outcomeSentence } from '../../../shared/actions/command-outcome.ts';
import { CallError, isSessionOver, NetworkFailure } from '../../../shared/api/call-error.ts';
import type { Payment } from '../../../shared/appointments/payment/amount.ts';
import { lostTimeSentence } from '../../../shared/appointments/slot-picker/times.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { alert } from '../../../ui/dialogs/confirm.ts';
import { optionalFieldsOf, targetOf } from '../family.ts';
import { type BookingField, type BookingFields, bookingSchema, type CompleteBooking, timingStep } from '../rules.ts';
import { bookingText as text } from '../text.ts';
import { book } from './book.ts';
import { type BookingDraft, changeDraft, clearDraft, draftId, readDraft } from './draft.ts';

export type BookingErrors = Partial<Record<BookingField | 'beyond', string>>;

export interface FinishedBooking {
  appointmentId: string;
  booking: CompleteBooking;
  payment: PaymentStatus;
  paid: Payment;
  /** The kind of visit that was booked. */
  visit: VisitKind | undefined;
  /** The class of patients; '' for none. */
  patientClass: string;
  /** The reason for overbooking. */
  beyond: string | null;
}

/** The state that every action of the wizard uses. */
export interface Wizard {
  accountId: string;
  clientId: string;
  /** Shows the errors of fields, and returns whether there are any. */
  check(names: readonly BookingField[]): boolean;
  set(fields: Partial<BookingFields>): void;
  moveTo(step: number, more?: Partial<BookingDraft>): void;
  /** The step was refused: the first invalid field is focused. */
  refuse(errors?: BookingErrors): void;
}

/** Step 7: "choosing Pay Now or Pay Later creates the appointment" (section 4). */
export function useSending(wizard: Wizard, kind: VisitKind | undefined, onBooked: (booked: FinishedBooking) => void) {
  const { accountId, clientId, check, set, moveTo, refuse } = wizard;
  const queryClient = useQueryClient();
  const underway = useRef(false);
  const sending = useMutation({
    mutationFn: book,
    onSuccess: (appointmentId, { booking, payment, paid, patientClass, beyond, draft }) => {
      onBooked({ appointmentId, booking, payment, paid, visit: kind, patientClass, beyond });
      if (draft === draftId()) clearDraft();
    },
    onError: (error, { booking, draft }) => {
      const { visit, list } = error instanceof CallError ? error.details : {};
      const { date, time } = booking;
      const sentence =
        error instanceof CallError ? lostTimeSentence(error.code, clockTime(visit?.time ?? time), list) : undefined;
      if (error instanceof CallError && sentence !== undefined && draft === draftId()) {
        set({ date, time: '' });
        const { freeTimes = [] } = error.details;
        moveTo(timingStep, { lost: { date, time, sentence, appointmentId: visit?.appointmentId, freeTimes } });
        void queryClient.invalidateQueries({ queryKey: ['listDatesWithAvailability'] });
        void queryClient.invalidateQueries({ queryKey: ['listTimesWithAvailability'] });
        return;
      }
      if (error instanceof CallError && error.code === 'doctor.on-request' && draft === draftId()) {
        set({ date: '', time: '' });
        moveTo(timingStep);
        void queryClient.invalidateQueries({ queryKey: ['listDoctorsOfDepartment'] });
        return;
      }
      // An ended session leads to sign-in, and back here.
      if (isSessionOver(error)) return;
      const refusalText = error instanceof CallError && error.status < 500 ? error.message : undefined;
      const outcome = error instanceof CallError || error instanceof NetworkFailure ? error.outcome : undefined;
      const detail = outcomeSentence('createAppointment', outcome) ?? refusalText;
      void alert(text.failed, detail === text.failed ? undefined : detail).then(() => refuse());
    },
    onSettled: () => {
      underway.current = false;
    },
  });
  const send = (payment: PaymentStatus, money: Payment = {}) => {
    if (underway.current) return;
    const before = readDraft(accountId);
    const { fields } = before;
    changeDraft(accountId, { payment, paid: money });
    // "Payment step re-checks 10 digits and returns to step 1."
    const may = optionalFieldsOf(before);
    if (!may.phone && !isWholePhone(fields.phone)) {
      moveTo(1);
      check(['phone']);
      return refuse();
    }
    const parsed = bookingSchema(may).safeParse(fields);
    if (!parsed.success) {
      void alert(text.incomplete);
      return;
    }
    underway.current = true;
    const target = targetOf(before);
    const { visit, patientClass } = before;
    const overbooking = before.beyond?.trim() ?? null;
    const booking = parsed.data;
    sending.mutate({
      accountId,
      clientId,
      booking,
      payment,
      paid: money,
      visit,
      patientClass,
      beyond: overbooking,
      target,
      draft: draftId(),
    });
  };
  return { send, isSending: sending.isPending };
}
