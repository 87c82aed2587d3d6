/**
 * Invisible characters: Unicode's default ignorable ones (soft hyphen, zero-width and bidirectional controls, fillers,
 * variation selectors, tags, BOM), the blank of Braille, and the marks of interlinear annotations.
 */
const invisible = '\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb';

/** Scripts in which a joiner between two characters changes how they look. */
const joining = [
  ...['Arab', 'Syrc', 'Mand', 'Mong', 'Nkoo', 'Rohg', 'Adlm'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'],
  ...['Tibt', 'Mymr', 'Khmr', 'Thai', 'Laoo', 'Java', 'Bali', 'Sund', 'Newa', 'Mtei', 'Cakm', 'Lana'],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');

/** Invisible characters that change the visible text, by the characters around them. */
const neededClass = [
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  // Malayalam also ends words with a joiner: the older form of its chillu letters.
  '(?<=\\u0d4d)\\u200d',
  '(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mong})[\\u180b-\\u180d\\u180f]',
].join('|');

const unneededPattern = new RegExp(`(?!${neededClass})[${invisible}]`, 'gu');
const everyFormat = new RegExp(`[${invisible}\\p{Cf}]`, 'gu');

/**
 * The text in composed form. Composing takes time quadratic in a run of marks. No writing has runs of more than 30 (UAX
 * 15, stream-safe text), so text with a longer run is unchanged.
 */
export const nfc = (text: string): string => (/\p{M}{31}/u.test(text) ? text : text.normalize('NFC'));

/** The composed text (NFC) without format characters: for addresses and other text without a script of its own. */
export const withoutFormat = (text: string): string => nfc(text.replace(everyFormat, ''));

/** The composed text (NFC) as it is visible: without invisible characters other than those that its script needs. */
export const asSeen = (text: string): string => nfc(text.replace(unneededPattern, ''));

/** A line break or tab, as in pasted text. */
const isBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/**
 * A one-line text as it is stored: without invisible characters, trimmed, with each line break or tab and the blanks
 * around it as one space.
 */
export const oneLine = (text: string): string =>
  asSeen(text)
    .replace(/[\s\u0085]+/g, (blanks) => (isBreak.test(blanks) ? ' ' : blanks))
    .trim();

/** A text of several lines as it is stored: without invisible characters, trimmed, with \n for each line break. */
export const severalLines = (text: string): string =>
  asSeen(text)
    .replace(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .trim();

/** Whether a text has control characters other than line breaks, or half a surrogate pair: neither can be shown. */
export const cannotBeShown = (text: string): boolean => /(?!\n)[\p{Cc}\p{Cs}]/u.test(text);
