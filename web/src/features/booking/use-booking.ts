import type { PaymentStatus } from '@dayline/contracts/appointments';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CallError } from '../../shared/api/call-error.ts';
import { clockTime } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { alert } from '../../shared/ui/confirm.ts';
import { book, verifyPhone } from './api.ts';
import { type BookingDraft, changeDraft, clearDraft, type LostTime, readDraft, useBookingDraft } from './draft.ts';
import {
  type BookingField,
  type BookingFields,
  bookingSchema,
  type CompleteBooking,
  confirmStep,
  emptyFields,
  isWholePhone,
  paymentStep,
  stepFields,
  timingStep,
  wirePhone,
} from './rules.ts';
import { lostTimeSentence, bookingText as text } from './text.ts';
import type { FreeTime } from './times.ts';

export type BookingForm = UseFormReturn<BookingFields, unknown, CompleteBooking>;

export interface Booked {
  appointmentId: string;
  booking: CompleteBooking;
  payment: PaymentStatus;
}

export interface Booking {
  draft: BookingDraft;
  form: BookingForm;
  /** How many times a step was refused: each leads the focus to what is wrong. */
  refusals: number;
  /** A call is on its way. */
  busy: boolean;
  /** Set once the place is taken for good. */
  booked: Booked | undefined;
  set(fields: Partial<BookingFields>): void;
  goOn(): void;
  goBack(): void;
  /** Opens an earlier step from Confirm, at one of its fields. */
  edit(step: number, field: BookingField): void;
  /** The field that Edit has just opened; its step hasn't got the focus to it yet. */
  editing: RefObject<BookingField | undefined>;
  pay(payment: PaymentStatus): void;
  /** Takes a time that was offered instead of a lost one: books it at once where the payment is chosen already. */
  takeOffer(offer: FreeTime): void;
  noteLost(lost: LostTime | null): void;
  startOver(): void;
}

const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** The wizard's moves (section 4: "steps 1 to 7 then confirmation"). The draft outlives the page; see draft.ts. */
export function useBooking(): Booking {
  const { accountId, clientId } = useIdentity();
  const queryClient = useQueryClient();
  const draft = useBookingDraft(accountId);
  const [booked, setBooked] = useState<Booked>();
  const [refusals, setRefusals] = useState(0);
  const [verifying, setVerifying] = useState(false);
  const moving = useRef(false);
  const editing = useRef<BookingField>(undefined);
  const form = useForm<BookingFields, unknown, CompleteBooking>({
    defaultValues: draft.fields,
    resolver: zodResolver(bookingSchema),
    shouldFocusError: false,
  });
  const change = (next: Partial<BookingDraft>) => changeDraft(accountId, next);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          changeDraft(accountId, { fields: { ...values } });
          // What is being mended is no longer wrong until it is tried again.
          if (name) form.clearErrors(name as BookingField);
        },
      }),
    [form, accountId],
  );

  const moveTo = (step: number, more: Partial<BookingDraft> = {}) => {
    form.clearErrors();
    change({ step, ...more });
  };
  const refuse = () => setRefusals((count) => count + 1);
  const set = (fields: Partial<BookingFields>) => {
    const draft = readDraft(accountId);
    // "Tele Consultation is paid upfront": a choice of Pay Later can't outlive the change to it.
    const payment = fields.type === 'Tele Consultation' && draft.payment === 'Pay_later' ? null : draft.payment;
    change({ fields: { ...draft.fields, ...fields }, payment });
    // The keys are the fields' own.
    for (const [name, value] of Object.entries(fields)) form.setValue(name as BookingField, value);
  };

  const sending = useMutation({
    mutationFn: book,
    onSuccess: (appointmentId, { booking, payment }) => {
      setBooked({ appointmentId, booking, payment });
      clearDraft();
    },
    onError: (error, { booking }) => {
      const sentence = error instanceof CallError ? lostTimeSentence(error.code, clockTime(booking.time)) : undefined;
      if (error instanceof CallError && sentence !== undefined) {
        set({ date: booking.date, time: '' });
        const { date, time } = booking;
        moveTo(timingStep, { lost: { date, time, sentence, freeTimes: error.details.freeTimes ?? [] } });
        void queryClient.invalidateQueries({ queryKey: ['listDatesWithAvailability'] });
        void queryClient.invalidateQueries({ queryKey: ['listTimesWithAvailability'] });
        return;
      }
      // A session that is over leads to sign-in, and back here.
      if (isSessionOver(error)) return;
      const says = error instanceof CallError && error.status < 500 ? error.message : undefined;
      void alert(text.failed, says === text.failed ? undefined : says).then(refuse);
    },
  });

  const send = (payment: PaymentStatus) => {
    if (sending.isPending || moving.current) return;
    const { fields } = readDraft(accountId);
    change({ payment });
    if (!isWholePhone(fields.phone)) {
      moveTo(1);
      set({ phone: fields.phone });
      void form.trigger('phone').then(refuse);
      return;
    }
    const parsed = bookingSchema.safeParse(fields);
    if (!parsed.success) {
      void alert(text.incomplete);
      return;
    }
    moving.current = true;
    sending.mutate(
      { accountId, clientId, booking: parsed.data, payment },
      {
        onSettled: () => {
          moving.current = false;
        },
      },
    );
  };

  /** "Existing user found at step 1 shows a welcome-back banner with prefilled details" (section 2). */
  const verify = async () => {
    const { fields, verifiedPhone, knownName, reviewing } = readDraft(accountId);
    const phone = wirePhone(fields);
    if (verifiedPhone === phone) {
      moveTo(reviewing ? confirmStep : 2, { reviewing: false });
      return;
    }
    setVerifying(true);
    try {
      const found = await verifyPhone(phone, clientId);
      if (found.exists) set({ name: found.name ?? '', email: found.email ?? '', location: found.location ?? '' });
      // What was filled in for somebody else isn't this person's.
      else if (knownName !== null) set({ name: '', email: '', location: '' });
      moveTo(2, { verifiedPhone: phone, knownName: found.exists ? (found.name ?? '') : null, reviewing: false });
    } catch (error) {
      if (isSessionOver(error)) return;
      form.setError('phone', { message: text.verifyFailed });
      refuse();
    } finally {
      setVerifying(false);
    }
  };

  const goOn = async () => {
    if (moving.current || verifying) return;
    const { step, fields, reviewing } = readDraft(accountId);
    const asked = stepFields(step);
    if (asked.length > 0 && !(await form.trigger([...asked]))) return refuse();
    if (step === 1) return verify();
    if (step === confirmStep) {
      if (!bookingSchema.safeParse(fields).success) return void alert(text.incomplete);
      return moveTo(paymentStep);
    }
    const isComplete = bookingSchema.safeParse(fields).success;
    moveTo(reviewing && isComplete ? confirmStep : step + 1, {
      ...(isComplete ? { reviewing: false } : {}),
      ...(step === timingStep ? { lost: null } : {}),
    });
  };

  return {
    draft,
    form,
    refusals,
    busy: verifying || sending.isPending,
    booked,
    set,
    goOn: () => void goOn(),
    goBack: () => moveTo(draft.step - 1),
    edit: (step, field) => {
      editing.current = field;
      moveTo(step, { reviewing: true });
    },
    editing,
    pay: send,
    takeOffer: ({ date, time }) => {
      set({ date, time });
      const { payment } = readDraft(accountId);
      change({ lost: payment === null ? null : readDraft(accountId).lost });
      if (payment !== null) send(payment);
    },
    noteLost: (lost) => {
      if (lost) set({ time: '' });
      change({ lost });
    },
    startOver: () => {
      clearDraft();
      form.reset(emptyFields);
      setBooked(undefined);
    },
  };
}
