import type { PaymentStatus } from '@dayline/contracts/appointments';
import { useEffect } from 'react';
import { dropDraft, keepDraft, useDrafts } from '../../shared/session/drafts.ts';
import { useSession } from '../../shared/session/session-store.ts';
import type { IntentKeys } from './intent-keys.ts';
import { type BookingFields, emptyFields } from './rules.ts';
import type { FreeTime } from './times.ts';

/** A chosen time that somebody else got first. */
export interface LostTime {
  date: string;
  time: string;
  /** Says what happened to it. */
  sentence: string;
  freeTimes: readonly FreeTime[];
}

export interface BookingDraft {
  /** From 1. */
  step: number;
  fields: BookingFields;
  /** The phone that the fields of step 2 belong to, country code plus number. */
  verifiedPhone: string | null;
  /** The known patient's name, for the welcome back. */
  knownName: string | null;
  payment: PaymentStatus | null;
  lost: LostTime | null;
  /** An earlier step was opened from Confirm: Continue leads back there. */
  reviewing: boolean;
  keys: IntentKeys;
}

export const emptyDraft: BookingDraft = {
  step: 1,
  fields: emptyFields,
  verifiedPhone: null,
  knownName: null,
  payment: null,
  lost: null,
  reviewing: false,
  keys: {},
};

/** Whether leaving would lose something that somebody entered. */
export const hasBegun = ({ step, fields }: BookingDraft): boolean => step > 1 || fields.phone !== '';

const name = 'booking';

interface Kept {
  accountId: string;
  draft: BookingDraft;
}

// Only this module writes under the name.
const keptIn = (drafts: Readonly<Record<string, unknown>>): Kept | undefined => drafts[name] as Kept | undefined;

const ofAccount = (kept: Kept | undefined, accountId: string): BookingDraft =>
  kept?.accountId === accountId ? kept.draft : emptyDraft;

/** The draft as it stands, for what runs outside of rendering. */
export const readDraft = (accountId: string): BookingDraft => ofAccount(keptIn(useDrafts.getState().drafts), accountId);

export const changeDraft = (accountId: string, change: Partial<BookingDraft>): void =>
  keepDraft(name, { accountId, draft: { ...readDraft(accountId), ...change } } satisfies Kept);

export const clearDraft = (): void => dropDraft(name);

export const useBookingDraft = (accountId: string): BookingDraft =>
  useDrafts(({ drafts }) => ofAccount(keptIn(drafts), accountId));

/** Clears the draft when the wizard is left; a session that ends on the way out keeps it for the same person. */
export function useClearOnLeave(): void {
  useEffect(() => {
    // React mounts twice while developing: the second mount is no leaving.
    clearTimeout(leaving);
    return () => {
      if (useSession.getState().identity) leaving = setTimeout(clearDraft, 0);
    };
  }, []);
}

let leaving: ReturnType<typeof setTimeout> | undefined;
