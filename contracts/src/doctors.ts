/** The specification's prefixes for a new doctor's name and number (section 5); missing ones are added. */

const anyTitle = /^dr(\.\s*|\s+|$)/i;
const untitled = (name: string): string => name.trim().replace(anyTitle, '');

/** 'Dr. Asha Menon' for 'Asha Menon'; an existing title in any spelling is normalised. */
export const titledName = (name: string): string => `Dr. ${untitled(name)}`;

/** Whether the name has more than a title. */
export const isNamed = (name: string): boolean => untitled(name) !== '';

/** 919876543210 for 9876543210: ten digits have no country code yet. */
export const withCountryCode = (contact: string): string => (contact.length === 10 ? `91${contact}` : contact);
