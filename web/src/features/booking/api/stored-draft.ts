import { z } from 'zod';
import { emptyFields, paymentStep } from '../rules.ts';
import type { BookingDraft } from './booking-draft.ts';

const key = 'dayline.bookingDraft';

const fieldNames = Object.keys(emptyFields) as (keyof typeof emptyFields)[];

/** What a reload restores. Anything else in the storage is not a draft of this version, and is discarded. */
const storedSchema = z.object({
  accountId: z.string(),
  step: z.int().min(1).max(paymentStep),
  fields: z.object(
    Object.fromEntries(fieldNames.map((name) => [name, z.string()])) as Record<keyof typeof emptyFields, z.ZodString>,
  ),
  verifiedPhone: z.string().nullable(),
  knownName: z.string().nullable(),
  reviewing: z.boolean(),
  /** The Idempotency-Keys of what was sent: a reload after a lost response books once. */
  keys: z.record(z.string(), z.string()),
});

type StoredDraft = Omit<z.infer<typeof storedSchema>, 'accountId'>;

/** Keeps the draft in this tab's session storage, without the payment choice and expiring offers. */
export function storeDraft(accountId: string, draft: BookingDraft): void {
  const { step, fields, verifiedPhone, knownName, reviewing, keys } = draft;
  sessionStorage.setItem(key, JSON.stringify({ accountId, step, fields, verifiedPhone, knownName, reviewing, keys }));
}

export function storedDraft(accountId: string): StoredDraft | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = storedSchema.safeParse(value);
  if (!parsed.success || parsed.data.accountId !== accountId) return undefined;
  const { accountId: _owner, ...draft } = parsed.data;
  return draft;
}

export const forgetStoredDraft = (): void => sessionStorage.removeItem(key);
