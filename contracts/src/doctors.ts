import type { DoctorEvent } from './events/people.ts';

/** What a doctor's events say. Email and contact are null once the doctor's key is destroyed. */
export interface DoctorProfile extends Readonly<Extract<DoctorEvent, { type: 'DoctorAdded' }>['data']> {
  readonly qualification: string | null;
  readonly location: string | null;
  readonly experienceYears: number | null;
  readonly photoId: string | null;
}

/** Of a doctor who was just added. */
export const unknownYet = { qualification: null, location: null, experienceYears: null, photoId: null };

/** The specification's prefixes for a new doctor's name and number (section 5); missing ones are added. */

const anyTitle = /^dr(\.\s*|\s+|$)/i;
const untitled = (name: string): string => name.trim().replace(anyTitle, '');

/** 'Dr. Asha Menon' for 'Asha Menon'; an existing title in any spelling is normalised. */
export const titledName = (name: string): string => `Dr. ${untitled(name)}`;

/** Whether the name has more than a title. */
export const isNamed = (name: string): boolean => untitled(name) !== '';

/** 919876543210 for 9876543210: ten digits have no country code yet. */
export const withCountryCode = (contact: string): string => (contact.length === 10 ? `91${contact}` : contact);
