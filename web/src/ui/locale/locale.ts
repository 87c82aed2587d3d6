const key = 'dayline.language';
const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/** The language of all words, from the start of the application on: that of this device, else English. */
export const language: Language = languages.find((one) => one === globalThis.localStorage?.getItem(key)) ?? 'en';

/** English dates are written as the specification says (section 9: en-US); all numbers as in India: `1,00,000`. */
export const locale = {
  en: { dates: 'en-US', numbers: 'en-IN' },
  hi: { dates: 'hi-IN-u-nu-latn', numbers: 'hi-IN-u-nu-latn' },
}[language];

export const otherLanguage: Language = language === 'en' ? 'hi' : 'en';
/** Its name, in itself. */
export const otherName = { en: 'English', hi: 'हिन्दी' }[otherLanguage];

/** Begins anew in the other language: what was drawn in this one must not stay. */
export function changeLanguage(): void {
  localStorage.setItem(key, otherLanguage);
  location.reload();
}
