/** What the specification says of a new doctor's name and number (section 5): what is missing is put in front. */

const anyTitle = /^dr(\.\s*|\s+|$)/i;
const untitled = (name: string): string => name.trim().replace(anyTitle, '');

/** 'Dr. Asha Menon' for 'Asha Menon'; a title that is there already, however written, is written this way. */
export const titledName = (name: string): string => `Dr. ${untitled(name)}`;

/** Whether there is a name besides the title. */
export const isNamed = (name: string): boolean => untitled(name) !== '';

/** 919876543210 for 9876543210: ten digits are a number without its country code. */
export const withCountryCode = (contact: string): string => (contact.length === 10 ? `91${contact}` : contact);
