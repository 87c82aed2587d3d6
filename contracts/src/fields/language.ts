/** The languages of pages and emails. The specification's sentences are the English ones. */
export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/** The name under which a page stores its device's language. */
export const languageCookie = 'dayline-language';

/** The language named in a Cookie header, or in `document.cookie`. */
export function languageIn(cookies: string | undefined): Language | undefined {
  const pairs = new Set(cookies?.split(';').map((pair) => pair.trim()));
  return languages.find((language) => pairs.has(`${languageCookie}=${language}`));
}
