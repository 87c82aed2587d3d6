import { deflateRawSync } from 'node:zlib';
import { isRefusal } from '@dayline/contracts/errors';
import { csvRows, FileRefused, separatorOf } from './csv-rows.ts';
import { textOf } from './text.ts';

async function read(bytes: Uint8Array | string): Promise<string[][] | string> {
  const file = textOf(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  if (isRefusal(file)) return file.refused;
  const found: string[][] = [];
  try {
    for await (const { row, cells } of csvRows(file.text, separatorOf(file.text))) found.push([String(row), ...cells]);
  } catch (error) {
    if (error instanceof FileRefused) return error.message;
    throw error;
  }
  return found;
}

const two = [
  ['1', 'UHID', 'Name'],
  ['2', '7', 'Ravi'],
];

test.each([
  ['UTF-8', Buffer.from('UHID,Name\r\n7,Ravi\r\n')],
  ['UTF-8 with its mark', Buffer.from('\uFEFFUHID,Name\n7,Ravi')],
  ['UTF-16, little end first', Buffer.from('\uFEFFUHID\tName\n7\tRavi', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\uFEFFUHID;Name\n7;Ravi', 'utf16le').swap16()],
])('a file in %s is read', async (_, bytes) => {
  expect(await read(bytes)).toEqual(two);
});

test('what is no UTF-8 is Windows-1252', async () => {
  expect(textOf(Buffer.from('Jos\xe9;\x80', 'latin1'))).toMatchObject({ text: 'José;€', encoding: 'windows-1252' });
});

test('a byte that is lost of UTF-8 makes no file of Windows-1252', async () => {
  const broken = Buffer.concat([
    Buffer.from('UHID,Name\n7,अनिता\n8,Anu'),
    Buffer.from([0xe0, 0xa4]),
    Buffer.from('\n'),
  ]);
  expect(textOf(broken)).toMatchObject({ text: 'UHID,Name\n7,अनिता\n8,Anu\ufffd\n', encoding: 'utf-8' });
});

test.each([
  ['line ends of three systems', 'UHID,Name\r\n7,Ravi\n8,Anu\r9,Tara'],
  ['line ends of three systems, another first', 'UHID,Name\n7,Ravi\r\n8,Anu\r9,Tara\r\n'],
  ['a line for spreadsheets', 'sep=|\r\nUHID|Name\r\n7|Ravi\r\n8|Anu\r\n9|Tara'],
])('%s', async (_, text) => {
  expect(await read(text)).toEqual([...two, ['3', '8', 'Anu'], ['4', '9', 'Tara']]);
});

test('quotes, line breaks in cells, blank rows and a letter on the border of what is parsed at once', async () => {
  expect(await read('Name,Address\n"K, Ravi","12, Car St.\n""Old"""\n,\n\n12" pipe,x\n')).toEqual([
    ['1', 'Name', 'Address'],
    ['2', 'K, Ravi', '12, Car St.\n"Old"'],
    ['5', '12" pipe', 'x'],
  ]);
  const long = 'अ'.repeat(15_000);
  expect(await read(`a,b\n${long},${long}\n`)).toEqual([
    ['1', 'a', 'b'],
    ['2', long, long],
  ]);
});

test.each([
  ['an empty file', '', 'import.empty'],
  ['the names of columns alone', 'UHID,Name\n\n', 'import.empty'],
  ['a quotation mark that never ends', 'UHID,Name\n"7,Ravi\n8,Anu\n', 'import.quote-open'],
  ['a row of 10 MB', `UHID,Name\n7,${'x'.repeat(10_000_000)}`, 'import.row-too-long'],
  ['a quotation mark before 10 MB', `UHID,Name\n"7${',Ravi\n8'.repeat(1_000_000)}`, 'import.row-too-long'],
  ['a million columns', `${'a,'.repeat(1_000_000)}\n1,2\n`, 'import.row-too-long'],
  ['101 columns', `${'a,'.repeat(100)}a\n1,2\n`, 'import.too-many-columns'],
  ['50,001 rows', `a,b\n${'1,2\n'.repeat(50_001)}`, 'import.too-many-rows'],
  ['NUL', 'UHID,Name\n7,\0Ravi', 'import.not-text'],
  ['a workbook renamed to csv', Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('x')]), 'import.not-text'],
  ['a web page', '<html><table><tr><td>UHID</td></tr>\n</table>', 'import.not-text'],
  ['JSON', '[{"UHID":"7"},\n{"UHID":"8"}]', 'import.not-text'],
  ['a picture', Buffer.from('89504e470d0a1a0a41', 'hex'), 'import.not-text'],
  ['a PDF', '%PDF-1.7 a,b', 'import.not-text'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'import.not-text'],
])('%s is refused', async (_, file, code) => {
  expect(await read(file)).toBe(code);
});

test('50,000 rows are read', async () => {
  expect(await read(`a,b\n${'1,2\n'.repeat(50_000)}`)).toHaveLength(50_001);
});
