import { type Language, languageCookie, languageIn } from '@dayline/contracts/fields/language';

/** The language of all texts, set when the application starts: this device's, a link's to Hindi (#hi), or English. */
export const language: Language =
  languageIn(globalThis.document?.cookie) ?? (globalThis.location?.hash === '#hi' ? 'hi' : 'en');

/** English dates are written as the specification says (section 9: en-US); all numbers as in India: `1,00,000`. */
export const locale = {
  en: { dates: 'en-US', numbers: 'en-IN' },
  hi: { dates: 'hi-IN-u-nu-latn', numbers: 'hi-IN-u-nu-latn' },
}[language];

export const otherLanguage: Language = language === 'en' ? 'hi' : 'en';
/** The language's name in that language. */
export const otherName = { en: 'English', hi: 'हिन्दी' }[otherLanguage];

const aYear = 31_536_000;
/** Takes effect on the next page load: texts already rendered in one language must not be mixed with another. */
export function keepLanguage(chosenLanguage: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing without https, as in a hospital's own network.
  document.cookie = `${languageCookie}=${chosenLanguage}; Path=/; Max-Age=${aYear}; SameSite=Lax`;
}

export function changeLanguage(): void {
  keepLanguage(otherLanguage);
  location.reload();
}
