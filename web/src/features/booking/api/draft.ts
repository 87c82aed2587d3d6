import { appointmentTypeSchema, type PaymentStatus } from '@dayline/contracts/appointments';
import { shownIdentitySchema } from '@dayline/contracts/clinic/identity';
import { type VisitKind, visitKindSchema } from '@dayline/contracts/clinic/sessions';
import { phoneParts } from '@dayline/contracts/fields/phone';
import { dateSchema, idSchema, timeSchema } from '@dayline/contracts/ids';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { newIntentKey } from '../../../shared/api/client.ts';
import type { Payment } from '../../../shared/appointments/payment/amount.ts';
import type { LostTime } from '../../../shared/appointments/slot-picker/times.ts';
import { paths } from '../../../shared/paths.ts';
import { onForgetShown } from '../../../shared/session/forget-shown.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { type BookingPatient, detailsOf, noPhone, optionalFieldsOf, personOf } from '../family.ts';
import {
  type BookingFields,
  bookingSchema,
  confirmStep,
  emptyFields,
  type OptionalField,
  paymentStep,
  stepFields,
  timingStep,
  wirePhone,
} from '../rules.ts';

export interface BookingDraft extends BookingPatient {
  /** From 1. */
  step: number;
  fields: BookingFields;
  /** The phone that the fields of step 2 belong to, country code plus number. */
  verifiedPhone: string | null;
  /** The client allows a known patient without an email to be booked. */
  emailOptional: boolean;
  /** The kind of visit chosen by the desk; null: derived from earlier visits. */
  visit: VisitKind | null;
  /** The class of patients that the fee depends on; '' for none. */
  patientClass: string;
  /** The reason for overbooking; null for a regular booking. */
  beyond: string | null;
  payment: PaymentStatus | null;
  /** Amount and method of a chosen payment. */
  paid: Payment;
  lost: LostTime | null;
  /** An earlier step was opened from Confirm: Continue goes back there. */
  reviewing: boolean;
  /** The idempotency keys of the intents so far, by call and body. */
  keys: Readonly<Record<string, string>>;
}

export const emptyDraft: BookingDraft = {
  step: 1,
  fields: emptyFields,
  verifiedPhone: null,
  emailOptional: false,
  family: [],
  personId: null,
  renamed: null,
  visit: null,
  patientClass: '',
  beyond: null,
  payment: null,
  paid: {},
  lost: null,
  reviewing: false,
  keys: {},
};

/** Whether leaving would lose entered data. */
export const hasBegun = ({ step, fields }: BookingDraft): boolean => step > 1 || fields.phone !== '';

const fieldNames = Object.keys(emptyFields) as (keyof typeof emptyFields)[];

const familySchema = z.array(
  z.object({
    userId: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    location: z.string().nullable(),
    identity: shownIdentitySchema.exactOptional(),
  }),
);

/** What a reload restores; anything else in the storage is from another version and is discarded. */
const storedSchema = z.object({
  accountId: z.string(),
  step: z.int().min(1).max(paymentStep),
  fields: z.object(
    Object.fromEntries(fieldNames.map((name) => [name, z.string()])) as Record<keyof typeof emptyFields, z.ZodString>,
  ),
  verifiedPhone: z.string().nullable(),
  emailOptional: z.boolean(),
  family: familySchema,
  personId: z.string().nullable(),
  renamed: z.enum(['corrected', 'somebodyElse']).nullable(),
  visit: visitKindSchema.nullable(),
  patientClass: z.string(),
  beyond: z.string().nullable(),
  reviewing: z.boolean(),
  /** The idempotency keys already sent: a reload after a lost response doesn't book twice. */
  keys: z.record(z.string(), z.string()),
});

interface DraftState {
  /** The draft's owner; '' without a draft. */
  accountId: string;
  /** Identifies the draft: the response to an earlier one must not change it. */
  id: string;
  draft: BookingDraft;
}
const noDraft: DraftState = { accountId: '', id: '', draft: emptyDraft };

/** In memory, and in this tab's session storage without the payment choice and expiring offers. */
const useDraft = create<DraftState>()(
  persist(() => noDraft, {
    name: 'dayline.bookingDraft',
    storage: createJSONStorage(() => sessionStorage),
    skipHydration: true,
    partialize: ({ accountId, draft: { payment: _payment, paid: _paid, lost: _lost, ...stored } }) => ({
      accountId,
      ...stored,
    }),
    merge: (storedState, current) => {
      const { data } = storedSchema.safeParse(storedState);
      if (!data) return current;
      const { accountId, ...draft } = data;
      return { accountId, id: newIntentKey(), draft: { ...emptyDraft, ...draft } };
    },
  }),
);
onForgetShown('gone', clearDraft);

const ofAccount = (state: DraftState, accountId: string): BookingDraft =>
  state.accountId === accountId ? state.draft : emptyDraft;

/** The current draft, for code outside of rendering. */
export const readDraft = (accountId: string): BookingDraft => ofAccount(useDraft.getState(), accountId);

/** The id of the draft; '' without one. */
export const draftId = (): string => useDraft.getState().id;

export function changeDraft(accountId: string, change: Partial<BookingDraft>): void {
  useDraft.setState((before) => ({
    accountId,
    id: before.accountId === accountId ? before.id : newIntentKey(),
    draft: { ...ofAccount(before, accountId), ...change },
  }));
}

export function clearDraft(): void {
  useDraft.setState(noDraft);
  useDraft.persist.clearStorage();
}

/** Whether this document is a reload of the wizard's page, rather than a typed address or a restored tab. */
function isReload(): boolean {
  // Absent where there are no navigations, as in tests.
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if (!(navigation && 'type' in navigation) || navigation.type !== 'reload') return false;
  return new URL(navigation.name).pathname === paths.addNewAppointment;
}

/**
 * Restores the draft before it is first read: from memory after the end of the session, from storage after a reload. A
 * draft left in any other way isn't restored.
 */
export function takeUpDraft(accountId: string): void {
  if (useDraft.getState().accountId === accountId) return;
  if (isReload()) void useDraft.persist.rehydrate();
  if (useDraft.getState().accountId !== accountId) clearDraft();
}

export const useBookingDraft = (accountId: string): BookingDraft => useDraft((state) => ofAccount(state, accountId));

/** Clears the draft when the wizard is left; if the session ends meanwhile, it is kept for the same person. */
export function useClearOnLeave(): void {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      if (!useSession.getState().identity) return;
      // React mounts twice in development: in that case it is shown again at once.
      queueMicrotask(() => {
        if (!isShown.current) clearDraft();
      });
    };
  }, []);
}

/** A doctor, possibly with a date, a time and the phone to search, chosen on another page, as navigation state. */
const placeSchema = z.object({
  departmentId: idSchema,
  pocId: idSchema,
  date: dateSchema.default(''),
  time: timeSchema.default(''),
  phone: z
    .string()
    .nullish()
    .transform((phone) => phoneParts(phone ?? '')),
});
/** A patient from another page, with all patients of the phone, and the type of the last appointment. */
const personSchema = z.object({
  type: appointmentTypeSchema.optional(),
  person: z.object({
    phone: z.string().nullable(),
    userId: idSchema,
    family: familySchema,
    emailOptional: z.boolean().default(false),
  }),
});

/** If the wizard doesn't accept the phone, it asks for the patient as usual. */
function carriedPerson(state: unknown) {
  const { data } = personSchema.safeParse(state);
  if (!data) return undefined;
  const { userId: personId, family, emailOptional } = data.person;
  const phone = phoneParts(data.person.phone ?? '');
  if (data.person.phone !== null && !phone) return undefined;
  const person = personOf({ family, personId });
  if (!person) return undefined;
  const fields = { ...phone, ...detailsOf(person), type: data.type ?? '' };
  const verifiedPhone = phone ? wirePhone(phone) : noPhone;
  return { fields, who: { family, personId, verifiedPhone, emailOptional } };
}

/** The first step with a missing or invalid field; Confirm if there is none. */
function firstOpenStep(fields: BookingFields, canOmit?: OptionalField): number {
  const wrong =
    bookingSchema(canOmit)
      .safeParse(fields)
      .error?.issues.map(({ path }) => path[0]) ?? [];
  const steps = Array.from({ length: timingStep }, (_, index) => index + 1);
  return steps.find((step) => stepFields(step).some((field) => wrong.includes(field))) ?? confirmStep;
}

/** Initialises the draft with the previous page's choice; a draft in progress is kept as it is. */
export function adoptDraft(accountId: string, navigationState: unknown): void {
  const draft = readDraft(accountId);
  if (hasBegun(draft)) return;
  const { data: initialPlace } = placeSchema.safeParse(navigationState);
  const person = carriedPerson(navigationState);
  if (!initialPlace && !person) return;
  const { phone, ...place } = initialPlace ?? { phone: undefined };
  const fields = { ...draft.fields, ...place, ...phone, ...person?.fields };
  const canOmit = optionalFieldsOf({ ...draft, ...person?.who, fields });
  changeDraft(accountId, person ? { ...person.who, fields, step: firstOpenStep(fields, canOmit) } : { fields });
}
