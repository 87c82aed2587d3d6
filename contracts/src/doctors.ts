import type { FeeRules, FeeRulesChange } from './clinic/fees.ts';
import type { DoctorEvent } from './events/people.ts';
import { fold } from './fold.ts';

/**
 * A doctor as folded from the events. Email and contact are null once the doctor's key is destroyed; a unit has no
 * email, and may have no contact.
 */
export interface DoctorProfile extends Readonly<Extract<DoctorEvent, { type: 'DoctorAdded' }>['data']> {
  readonly qualification: string | null;
  readonly location: string | null;
  readonly experienceYears: number | null;
  readonly photoId: string | null;
  /** How to request an appointment if no times are offered; null: booked as usual. */
  readonly onRequest: string | null;
  /** The first date without new appointments; null: booked as usual. */
  readonly leftFrom: string | null;
  /** The fee rules, which precede the one fee; null: the client's apply. */
  readonly feeRules: FeeRules | null;
  /** Null if they were never set. */
  readonly feeRulesChange: FeeRulesChange | null;
  /** Where patients are called to, unless a call names another room. */
  readonly room: string | null;
}

/** The details of a doctor who was just added. */
export const unknownYet = {
  qualification: null,
  location: null,
  experienceYears: null,
  photoId: null,
  onRequest: null,
  leftFrom: null,
  feeRules: null,
  feeRulesChange: null,
  room: null,
};

/** Whether a doctor's last day is before a date of the clinic. */
export const hasLeft = ({ leftFrom }: Pick<DoctorProfile, 'leftFrom'>, date: string): boolean =>
  leftFrom !== null && date >= leftFrom;

/** Titles of doctors and professors, as whole words of a name; `fold` unifies their spellings. */
const titles = new Set(
  [
    ...['Dr', 'Drs', 'Dra', 'Doctor', 'Prof', 'Professor', 'Docteur', 'Professeur', 'доктор', 'др', 'профессор'],
    ...['Doktor', 'Dott', 'Dottore', 'Dottoressa', 'Doutor', 'Doutora', 'Δρ', 'ดร', 'นพ', 'พญ', 'דוקטור', 'פרופ'],
    ...['डॉ', 'डाॅ', 'डा', 'डा०', 'डॉ०', 'डॉक्टर', 'डाॅक्टर', 'डाक्टर', 'प्रो', 'प्रा', 'प्रोफेसर', 'प्रोफ़ेसर', 'प्राध्यापक'],
    ...['ডা', 'ডাঃ', 'ডঃ', 'ডাক্তার', 'ডাক্তৰ', 'ডক্টর', 'ডক্টৰ', 'প্রফেসর', 'অধ্যাপক'],
    ...['ડૉ', 'ડો', 'ડા', 'ડૉક્ટર', 'ડોક્ટર', 'પ્રો', 'પ્રા', 'પ્રોફેસર'],
    ...['ਡਾ', 'ਡਾਃ', 'ਡਾਕਟਰ', 'ਪ੍ਰੋ', 'ਪ੍ਰੋਫੈਸਰ', 'ਪ੍ਰੋਫ਼ੈਸਰ', 'ପ୍ରଫେସର', 'ଡା', 'ଡାଃ', 'ଡଃ', 'ଡାକ୍ତର', 'ଡକ୍ଟର'],
    ...['டாக்டர்', 'டா', 'மருத்துவர்', 'மரு', 'முனைவர்', 'பேராசிரியர்', 'பேரா'],
    ...['డాక్టర్', 'డాక్టరు', 'డా', 'ప్రొఫెసర్', 'ప్రొ', 'ప్రో', 'ಡಾ', 'ಡಾಕ್ಟರ್', 'ಪ್ರೊ', 'ಪ್ರೊಫೆಸರ್', 'ಪ್ರಾಧ್ಯಾಪಕ'],
    ...['ഡോ', 'ഡോക്ടർ', 'ഡോക്ടര്', 'പ്രൊഫ', 'പ്രൊഫസർ', 'പ്രൊഫസര്', 'പ്രഫ', 'වෛද්‍ය', 'ආචාර්ය', 'මහාචාර්ය'],
    ...['ڈاکٹر', 'ڊاڪٽر', 'ډاکټر', 'دکتر', 'دكتور', 'دكتورة', 'الدكتور', 'الدكتورة', 'پروفیسر', 'بروفيسور'],
  ].map(fold),
);
/**
 * One letter, or a shortened word, is a title only with its mark. In Chinese and Japanese no space precedes the title.
 */
const titleByMark =
  /(?<![\p{L}\p{M}])(?:[ডଡد][.:۔]|(?:д-р|ד["״]ר)(?![\p{L}\p{M}]))|(?:医生|醫生|医师|醫師|医師|大夫|教授)/iu;
/** Military ranks count only in front of the name: 'Lt Col. Rao', 'Surg Cdr Nair'. */
const rank =
  /^(?:(?:surg|lt|maj|wg|gp|sqn|flt|air|brig|rear|vice)[.\s]+)*(?:col|colonel|maj|major|gen|general|brig|brigadier|capt|captain|cdr|commander|cmde|ldr|lt|adm)[.\s]+\S/iu;
const leadingTitles = /^(?:dr(?:[.\s]+|$))+/i;

const wordsOf = (name: string): readonly string[] => fold(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const hasTitle = (name: string): boolean =>
  titleByMark.test(name) || rank.test(name) || wordsOf(name).some((word) => titles.has(word));

/**
 * 'Dr. Asha Menon' for 'Asha Menon' (section 5). A leading 'Dr.' in any spelling, or a double one, becomes one 'Dr.'. A
 * name with another title in any script, or with one elsewhere, is unchanged: 'Prof. Dr. K. Raman', 'डॉ. अनिता'.
 */
export function titledName(input: string): string {
  const name = input.trim();
  const bareName = name.replace(leadingTitles, '');
  return bareName === name && hasTitle(name) ? name : `Dr. ${bareName}`;
}

/** Whether the name consists of more than titles. */
export const isNamed = (name: string): boolean => wordsOf(name).some((word) => !titles.has(word));

/** 919876543210 for 9876543210: ten digits have no country code yet. */
export const withCountryCode = (contact: string): string => (contact.length === 10 ? `91${contact}` : contact);
