import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { BookingFields } from '../rules.ts';
import type { FreeTime } from '../times.ts';
import type { IntentKeys } from './intent-keys.ts';

/** A chosen time that somebody else booked first. */
export interface LostTime {
  date: string;
  time: string;
  /** The sentence about it. */
  sentence: string;
  freeTimes: readonly FreeTime[];
}

export interface BookingDraft {
  /** From 1. */
  step: number;
  fields: BookingFields;
  /** The phone that the fields of step 2 belong to, country code plus number. */
  verifiedPhone: string | null;
  /** The known patient's name, for the welcome-back banner. */
  knownName: string | null;
  payment: PaymentStatus | null;
  lost: LostTime | null;
  /** An earlier step was opened from Confirm: Continue goes back there. */
  reviewing: boolean;
  keys: IntentKeys;
}
