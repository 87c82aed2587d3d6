import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { sentenceErrorMap } from '@dayline/contracts/fields/field-errors';
import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { type RefObject, useRef, useState } from 'react';
import { isSessionOver } from '../../../shared/api/call-error.ts';
import type { Payment } from '../../../shared/appointments/payment/amount.ts';
import type { FreeTime, LostTime } from '../../../shared/appointments/slot-picker/times.ts';
import { fieldText } from '../../../shared/sentences/fields-text.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { alert } from '../../../ui/dialogs/confirm.ts';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { detailsOf, detailsOfElse, familyOf, noPhone, optionalFieldsOf, personOf, renamedOf } from '../family.ts';
import {
  type BookingField,
  type BookingFields,
  bookingSchema,
  confirmStep,
  paymentStep,
  stepFields,
  timingStep,
  wirePhone,
} from '../rules.ts';
import { bookingText as text } from '../text.ts';
import { verifyPhone } from './book.ts';
import {
  adoptDraft,
  type BookingDraft,
  changeDraft,
  clearDraft,
  readDraft,
  takeUpDraft,
  useBookingDraft,
} from './draft.ts';
import { type BookingErrors, type FinishedBooking, useSending, type Wizard } from './use-sending.ts';
import { useVisit, type Visit } from './use-visit.ts';

export interface Booking {
  draft: BookingDraft;
  visit: Visit;
  /** Errors of the step's fields; an edited field shows none until the next attempt. */
  errors: BookingErrors;
  /** How many times a step was refused: each time, the first invalid field is focused. */
  refusals: number;
  /** A call is in flight. */
  busy: boolean;
  /** Set once the booking succeeded. */
  booked: FinishedBooking | undefined;
  set(fields: Partial<BookingFields>): void;
  goToNext(): void;
  goBack(): void;
  /** Opens an earlier step from Confirm, at one of its fields. */
  edit(step: number, field: BookingField): void;
  /** The field that Edit has just opened, until its step has focused it. */
  editing: RefObject<BookingField | undefined>;
  pay(payment: PaymentStatus, money?: Payment): void;
  /** Uses an offered time instead of a lost one: books it at once if the payment is chosen already. */
  takeOffer(offer: FreeTime): void;
  /** The selected time was lost meanwhile: back to Timing, with everything else kept. Null clears the lost time. */
  noteLost(lostTime: LostTime | null): void;
  /** The patient: one registered with the phone, or null for a new one. */
  choosePerson(userId: string | null): void;
  /** Whether it is the patient's first visit or a follow-up. */
  setVisitKind(kind: VisitKind): void;
  /** The class of patients that the fee depends on; '' for none. */
  setPatientClass(patientClass: string): void;
  /** A full time with the reason for overbooking; null: a regular booking again. */
  setBeyond(overbooking: { time: string; reason: string } | null): void;
  /** Whether the changed name is a correction or another person. */
  setRenamed(renaming: BookingDraft['renamed']): void;
  startOver(): void;
}

/** The error message of each invalid field among `names`. */
function errorsOf(draft: BookingDraft, names: readonly BookingField[]): BookingErrors {
  const { error } = bookingSchema(optionalFieldsOf(draft)).safeParse(draft.fields, { error: sentenceErrorMap });
  return Object.fromEntries(
    names.flatMap((name) => {
      const issue = error?.issues.find(({ path }) => path[0] === name);
      return issue ? [[name, fieldText[issue.message] ?? issue.message]] : [];
    }),
  );
}

/** Step 1: "Existing user found at step 1 shows a welcome-back banner with prefilled details" (section 2). */
function useVerifying({ accountId, clientId, set, moveTo, refuse }: Wizard) {
  const [verifying, setVerifying] = useState(false);
  const verify = async () => {
    const { fields, verifiedPhone, family: earlier, reviewing } = readDraft(accountId);
    const phone = fields.phone === '' ? noPhone : wirePhone(fields);
    if (verifiedPhone === phone) {
      moveTo(reviewing ? confirmStep : 2, { reviewing: false });
      return;
    }
    setVerifying(true);
    try {
      const found = await verifyPhone(phone, clientId);
      // The number was edited meanwhile: the response doesn't apply to the new one.
      if (wirePhone(readDraft(accountId).fields) !== phone) return;
      const family = familyOf(found);
      const [first] = family;
      // Details entered for another person don't apply to this one.
      if (first || earlier.length > 0) set(detailsOf(first));
      const personId = first?.userId ?? null;
      const emailOptional = found.emailOptional === true;
      moveTo(2, {
        verifiedPhone: phone,
        emailOptional,
        family,
        personId,
        renamed: null,
        visit: null,
        reviewing: false,
      });
    } catch (error) {
      if (isSessionOver(error)) return;
      refuse({ phone: text.verifyFailed });
    } finally {
      setVerifying(false);
    }
  };
  return { verify, verifying };
}

/** Continue: validates the step's fields and opens the next step. */
function continueFrom({ accountId, check, moveTo, refuse }: Wizard, verify: () => Promise<void>) {
  const draft = readDraft(accountId);
  const { step, fields, reviewing } = draft;
  if (check(stepFields(step))) return refuse();
  if (step === 2 && renamedOf(draft) && draft.renamed === null) return refuse({ name: text.renamedRequired });
  if (step === timingStep && draft.beyond !== null) {
    const wrong = draft.beyond.trim() === '' ? text.beyond.reasonMissing : tooLong(draft.beyond, maxReasonLength);
    if (wrong !== undefined) return refuse({ beyond: wrong });
  }
  if (step === 1) return void verify();
  const isComplete = bookingSchema(optionalFieldsOf(draft)).safeParse(fields).success;
  if (step === confirmStep) {
    if (!isComplete) return void alert(text.incomplete);
    return moveTo(paymentStep);
  }
  moveTo(reviewing && isComplete ? confirmStep : step + 1, {
    ...(isComplete ? { reviewing: false } : {}),
    ...(step === timingStep ? { lost: null } : {}),
  });
}

/** The wizard's actions (section 4: "steps 1 to 7 then confirmation"). `carried` is the page's navigation state. */
export function useBooking(place: unknown): Booking {
  const { accountId, clientId } = useIdentity();
  // Before the first read. After a reload the browser still has the navigation state.
  useState(() => {
    takeUpDraft(accountId);
    adoptDraft(accountId, place);
  });
  const draft = useBookingDraft(accountId);
  const [booking, setBooking] = useState<FinishedBooking>();
  const [refusals, setRefusals] = useState(0);
  const editing = useRef<BookingField>(undefined);
  const [errors, setErrors] = useState<BookingErrors>({});
  const change = (next: Partial<BookingDraft>) => changeDraft(accountId, next);
  const wizard: Wizard = {
    accountId,
    clientId,
    check: (names) => {
      const found = errorsOf(readDraft(accountId), names);
      setErrors(found);
      return Object.keys(found).length > 0;
    },
    set: (fields) => {
      const before = readDraft(accountId);
      // "Tele Consultation is paid upfront": a choice of Pay Later is cleared on a change to it.
      const payment = fields.type === 'Tele Consultation' && before.payment === 'Pay_later' ? null : before.payment;
      const { visit, patientClass } = 'pocId' in fields ? { visit: null, patientClass: '' } : before;
      const overbooking = 'pocId' in fields || 'date' in fields || 'time' in fields ? null : before.beyond;
      change({ fields: { ...before.fields, ...fields }, payment, visit, patientClass, beyond: overbooking });
      setErrors((found) =>
        Object.fromEntries(Object.entries(found).filter(([name]) => !(name in fields || name === 'beyond'))),
      );
    },
    moveTo: (step, more = {}) => {
      setErrors({});
      change({ step, ...more });
    },
    refuse: (found) => {
      if (found) setErrors(found);
      setRefusals((count) => count + 1);
    },
  };
  const { set, moveTo } = wizard;
  const visit = useVisit(draft);
  const { send, isSending } = useSending(wizard, visit.kind, setBooking);
  const { verify, verifying } = useVerifying(wizard);
  const busy = verifying || isSending;
  return {
    draft,
    visit,
    errors,
    refusals,
    busy,
    booked: booking,
    set,
    goToNext: () => {
      if (!busy) continueFrom(wizard, verify);
    },
    goBack: () => moveTo(draft.step - 1),
    edit: (step, field) => {
      editing.current = field;
      moveTo(step, { reviewing: true });
    },
    editing,
    pay: send,
    takeOffer: ({ date, time }) => {
      set({ date, time });
      const { payment, paid, lost } = readDraft(accountId);
      change({ lost: payment === null ? null : lost });
      if (payment !== null) send(payment, paid);
    },
    noteLost: (lostTime) => {
      if (lostTime === null) return change({ lost: lostTime });
      set({ time: '' });
      moveTo(timingStep, { lost: lostTime });
    },
    choosePerson: (personId) => {
      change({ personId, renamed: null, visit: null });
      const draft = readDraft(accountId);
      set(personId === null ? detailsOfElse(draft.family) : detailsOf(personOf(draft)));
    },
    setRenamed: (renaming) => {
      change({ renamed: renaming, visit: null });
      setErrors({});
    },
    setBeyond: (overbooking) => {
      set({ time: overbooking?.time ?? '' });
      if (overbooking) change({ beyond: overbooking.reason });
    },
    setVisitKind: (kind) => change({ visit: kind }),
    setPatientClass: (patientClass) => {
      set({ date: '', time: '' });
      change({ patientClass });
    },
    startOver: () => {
      clearDraft();
      setErrors({});
      setBooking(undefined);
    },
  };
}
