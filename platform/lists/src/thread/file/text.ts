import { type Refusal, refuse } from '@dayline/contracts/errors';

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

export interface FileText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly format: 'csv' | 'icalendar' | 'fhir';
}

/** The first bytes of files that people rename to .csv: ZIP (and so XLSX), XLS, PDF, GZIP, PNG, JPEG. */
const otherFormats = ['504b', 'd0cf11e0', '25504446', '1f8b', '89504e47', 'ffd8ff'];
/** HTML or XML, which some systems export as .xls, and RTF. */
const otherText = /^(?:<[!?a-z]|\{\\rtf)/i;
/** Of a text without its blanks. */
const json = /^\[?\{"/;
const fhir = /"resourceType"\s*:\s*"/;
const calendar = /^BEGIN:VCALENDAR/i;
/** Characters by which the format of a text is recognised. */
const formatLength = 200;
/** Tells a spreadsheet the separator; not a row. */
const separatorLine = /^sep=.\r?\n/i;

const byteOrderMarks: readonly (readonly [mark: string, label: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8', 'utf-8'],
  ['fffe', 'utf-16le', 'utf-16'],
  ['feff', 'utf-16be', 'utf-16'],
];

/** A file's text: UTF-8, UTF-16 with a byte order mark, else Windows-1252, which older spreadsheets write. */
export function textOf(bytes: Uint8Array): FileText | Refusal {
  const firstBytes = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (otherFormats.some((format) => firstBytes.startsWith(format))) return refuse('import.not-text');
  const { text, encoding } = decode(bytes, firstBytes);
  const begin = text.trimStart().slice(0, formatLength);
  const isJson = json.test(begin.replaceAll(/\s/g, ''));
  const isOther = otherText.test(begin) || (isJson && !fhir.test(text));
  if (text.includes('\0') || isOther) return refuse('import.not-text');
  const format = isJson ? 'fhir' : calendar.test(begin) ? 'icalendar' : 'csv';
  return { text: text.replace(separatorLine, ''), encoding, format };
}

function decode(bytes: Uint8Array, firstBytes: string): Omit<FileText, 'format'> {
  const [, label, encoding] = byteOrderMarks.find(([mark]) => firstBytes.startsWith(mark)) ?? [];
  if (encoding) return { text: new TextDecoder(label).decode(bytes), encoding };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    const text = new TextDecoder().decode(bytes);
    if (isBrokenUtf8(text)) return { text, encoding: 'utf-8' };
    return { text: fromWindows1252(bytes), encoding: 'windows-1252' };
  }
}

/** Whether a text is UTF-8 with some broken characters. Cells with them are refused. */
function isBrokenUtf8(text: string): boolean {
  const count = (letters: RegExp): number => text.length - text.replaceAll(letters, '').length;
  return count(/[\u0080-\ufffc]/g) > count(/\ufffd/g);
}

/** 0x80 to 0x9f, which some versions of Node decode as Latin-1. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const fromWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => windows1252[letter.charCodeAt(0) - 0x80] ?? letter);
