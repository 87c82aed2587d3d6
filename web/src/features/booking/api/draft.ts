import { useEffect, useRef } from 'react';
import { newIntentKey } from '../../../shared/api/client.ts';
import { paths } from '../../../shared/paths.ts';
import { dropDraft, keepDraft, useDrafts } from '../../../shared/session/drafts.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { emptyFields } from '../rules.ts';
import type { BookingDraft } from './booking-draft.ts';
import { forgetStoredDraft, storeDraft, storedDraft } from './stored-draft.ts';

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

/** Whether leaving would lose something that was entered. */
export const hasBegun = ({ step, fields }: BookingDraft): boolean => step > 1 || fields.phone !== '';

const name = 'booking';

interface Kept {
  accountId: string;
  /** Of this draft: the answer to one that was left must not touch the next. */
  id: string;
  draft: BookingDraft;
}

// Cast is safe: only this module writes under the name.
const keptIn = (drafts: Readonly<Record<string, unknown>>): Kept | undefined => drafts[name] as Kept | undefined;

const ofAccount = (kept: Kept | undefined, accountId: string): BookingDraft =>
  kept?.accountId === accountId ? kept.draft : emptyDraft;

/** The current draft, for code outside of rendering. */
export const readDraft = (accountId: string): BookingDraft => ofAccount(keptIn(useDrafts.getState().drafts), accountId);

/** The id of the draft that is kept, if there is one. */
export const draftId = (): string | undefined => keptIn(useDrafts.getState().drafts)?.id;

export function changeDraft(accountId: string, change: Partial<BookingDraft>): void {
  const kept = keptIn(useDrafts.getState().drafts);
  const id = kept?.accountId === accountId ? kept.id : newIntentKey();
  const draft = { ...ofAccount(kept, accountId), ...change };
  keepDraft(name, { accountId, id, draft } satisfies Kept);
  storeDraft(accountId, draft);
}

export function clearDraft(): void {
  dropDraft(name);
  forgetStoredDraft();
}

/** Whether this document is a reload of the wizard's page, not an address that was typed, nor a tab that was restored. */
function isReload(): boolean {
  // Absent where there are no navigations, as in tests.
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if (!(navigation && 'type' in navigation) || navigation.type !== 'reload') return false;
  return new URL(navigation.name).pathname === paths.addNewAppointment;
}

/**
 * Restores the draft before it is first read: after the end of the session it is in memory, after a reload in the
 * storage. One that was left in any other way doesn't come back.
 */
export function takeUpDraft(accountId: string): void {
  if (keptIn(useDrafts.getState().drafts)?.accountId === accountId) return;
  const stored = isReload() ? storedDraft(accountId) : undefined;
  if (stored) keepDraft(name, { accountId, id: newIntentKey(), draft: { ...emptyDraft, ...stored } } satisfies Kept);
  else forgetStoredDraft();
}

export const useBookingDraft = (accountId: string): BookingDraft =>
  useDrafts(({ drafts }) => ofAccount(keptIn(drafts), accountId));

/** Clears the draft when the wizard is left; if the session ends meanwhile, it is kept for the same person. */
export function useClearOnLeave(): void {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      if (!useSession.getState().identity) return;
      // React mounts twice in development: it is shown again at once then.
      queueMicrotask(() => {
        if (!isShown.current) clearDraft();
      });
    };
  }, []);
}
