import type { Scope } from '../api-keys/scopes.ts';
import type { Settings } from '../client-settings.ts';
import type { Calendar } from '../clinic/calendar.ts';
import type { PatientDetails } from '../clinic/identity.ts';
import type { Schedule } from '../clinic/weeks.ts';
import type { DoctorProfile } from '../doctors.ts';
import type { Actor } from '../events/metadata.ts';
import type { LanguageChoice, MessageChoice } from '../patients/messages.ts';
import type { Person } from '../patients/person.ts';
import type { ViewRow } from './row.ts';

export interface DoctorRow extends ViewRow, DoctorProfile {
  /** Name and specialization, for searching and sorting. */
  readonly search: string;
  /** Null before the first weekly hours. */
  readonly schedule: Schedule | null;
  /** When the address of the calendar feed was created (UTC, ISO 8601); absent without one. */
  readonly calendarFeedSince?: string;
}

export interface DepartmentRow extends ViewRow {
  readonly clientId: string;
  readonly name: string;
  readonly search: string;
  /** Absent while it is open. */
  readonly closed?: true;
}

/** What a patient wants to hear, with when (UTC, ISO 8601) and by whom it was recorded. */
export interface RecordedChoice extends MessageChoice {
  readonly since: string;
  readonly by: Actor;
}

export interface PatientRow extends ViewRow, PatientDetails {
  /** ISO 8601, UTC. */
  readonly registeredAt: string;
  readonly clientId: string;
  /** Name, phone, email, location and hospital number, for searching and sorting; '' once erased. */
  readonly search: string;
  /** The same value as in the patient's appointments, to find these; '' in a merged record. */
  readonly patientSearch: string;
  /** Erased, or merged into another record: in no list. */
  readonly erased: boolean;
  /** Find the records of one birth date with an alike name (`bornKeysOf`); null without a birth date. */
  readonly bornFirst: string | null;
  readonly bornLast: string | null;
  /** The record that stands for the person, if this one is merged into it. */
  readonly mergedInto?: string;
  /** The details of the merged records; the row's own fields are those that stand for the person. */
  readonly person?: Person;
  /** The record's last word about messages, if there was one; those of the person's other records count as well. */
  readonly messageChoice?: RecordedChoice;
  /** The record's last word about the messages' language, in the same way. */
  readonly messageLanguage?: LanguageChoice;
  /** Names and numbers of the person's records at their merges, as in `patientSearch`, which includes them. */
  readonly former?: string;
}

/**
 * Two records that may be of one person, or that somebody said are not; gone once they are neither. It holds no detail
 * of them. Key: `pairKey` of their ids.
 */
export interface DuplicateRow extends ViewRow {
  readonly clientId: string;
  /** The smaller id. */
  readonly one: string;
  readonly other: string;
  /** Whether somebody must decide. */
  readonly open: boolean;
  /** Decided: they are two people. */
  readonly dismissed: boolean;
}

export interface ClientRow extends ViewRow, Settings {}

/** A client's hospital days. Key: the client's id. */
export interface CalendarRow extends ViewRow, Calendar {
  readonly clientId: string;
}

/** A display; gone once it is revoked. Key: the display's id. */
export interface DisplayRow extends ViewRow {
  readonly clientId: string;
  readonly name: string;
  readonly search: string;
  readonly pocIds: readonly string[];
  /** UTC, ISO 8601. */
  readonly addedAt: string;
  /** When the unused link expires; null if there is none. */
  readonly linkUntil: string | null;
  readonly pairedAt: string | null;
}

/** A partner's API key. Key: the API key's id. */
export interface ApiKeyRow extends ViewRow {
  readonly clientId: string;
  readonly name: string;
  readonly search: string;
  readonly scopes: readonly Scope[];
  /** UTC, ISO 8601. */
  readonly issuedAt: string;
  readonly until: string;
  /** Null while it isn't revoked. */
  readonly revokedAt: string | null;
}

/**
 * That a WhatsApp chat has changed, and when the desk was last asked for in it: what was written is in the log alone.
 * Key: the key of its stream.
 */
export interface ChatRow extends ViewRow {
  readonly clientId: string;
  /** UTC, ISO 8601; null for never. */
  readonly askedAt: string | null;
}

/**
 * When the accounts of a client last changed, for pages that show them: what an account is, is in the vault. Key: the
 * client's id.
 */
export interface PeopleRow extends ViewRow {
  readonly clientId: string;
}
