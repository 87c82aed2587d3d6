import { type Refusal, refuse } from '@dayline/contracts/errors';

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

export interface FileText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** The first bytes of files that people rename to .csv: ZIP and so XLSX, XLS, PDF, GZIP, PNG, JPEG. */
const otherKinds = ['504b', 'd0cf11e0', '25504446', '1f8b', '89504e47', 'ffd8ff'];
/** Text of another kind: a web page or XML, as systems name .xls, RTF; JSON is looked for without its blanks. */
const otherText = /^(?:<[!?a-z]|\{\\rtf)/i;
const json = /^\[?\{"/;
/** The letters, apart from blanks, by which the kind of a text is known. */
const firstLetters = 200;
/** By which a spreadsheet knows what separates the cells; it is no row. */
const separatorLine = /^sep=.\r?\n/i;

const marks: readonly (readonly [mark: string, label: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8', 'utf-8'],
  ['fffe', 'utf-16le', 'utf-16'],
  ['feff', 'utf-16be', 'utf-16'],
];

/** A file's text: UTF-8, UTF-16 by its byte order mark, else Windows-1252, as spreadsheets of older systems write. */
export function textOf(bytes: Uint8Array): FileText | Refusal {
  const begins = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (otherKinds.some((kind) => begins.startsWith(kind))) return refuse('import.not-text');
  const read = decoded(bytes, begins);
  const begin = read.text.trimStart().slice(0, firstLetters);
  const isOther = otherText.test(begin) || json.test(begin.replaceAll(/\s/g, ''));
  if (read.text.includes('\0') || isOther) return refuse('import.not-text');
  return { ...read, text: read.text.replace(separatorLine, '') };
}

function decoded(bytes: Uint8Array, begins: string): FileText {
  const marked = marks.find(([mark]) => begins.startsWith(mark));
  if (marked) return { text: new TextDecoder(marked[1]).decode(bytes), encoding: marked[2] };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    const text = new TextDecoder().decode(bytes);
    if (isBrokenUtf8(text)) return { text, encoding: 'utf-8' };
    return { text: fromWindows1252(bytes), encoding: 'windows-1252' };
  }
}

/** Whether what can't be read of UTF-8 is less than its other letters. Cells with it are refused. */
function isBrokenUtf8(text: string): boolean {
  const count = (letters: RegExp): number => text.length - text.replaceAll(letters, '').length;
  return count(/[\u0080-\ufffc]/g) > count(/\ufffd/g);
}

/** From 0x80 to 0x9f, where Windows-1252 differs from Latin-1. Some versions of Node decode it as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const fromWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => windows[letter.charCodeAt(0) - 0x80] ?? letter);
