import { type ImportFile, type ImportOverview, type ImportRow, mostAnswers } from '@dayline/contracts/endpoints/import';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import ImportPage from './import-page.tsx';
import { changedParts, valueText } from './rules.ts';

const done = { success: true, message: 'Done.', position: '0000000000000009' } as const;
const read = { success: true, message: 'File uploaded.', position: null } as const;
const importId = testId(900);

const column = (name: string, becomes: ImportField | null, more: Partial<ImportFile['columns'][number]> = {}) => ({
  ...{ name, first: ['one', 'two'], empty: 0, becomes, how: 'recognised' as const },
  ...more,
});
const aFile: ImportFile = {
  ...{ importId, fileName: 'patients.csv', bytes: 2_048, rows: 4, separator: ';', encoding: 'utf-8', what: 'patients' },
  dayOrder: 'dayFirst',
  columns: [
    column('UHID', 'uhid'),
    column('Name', 'name'),
    column('Mobile', 'phone'),
    column('Ref', 'guardianName', { how: 'guessed' }),
    column('Bill no.', null, { how: 'unknown' }),
  ],
};

const cell = (field: ImportField, typed: string, becomes: string | null = typed) => ({
  ...{ field, typed, read: becomes, isMended: becomes !== typed && becomes !== null },
});
const aRow = (row: number, name: string, more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row, finding: 'new', other: null, changes: [], problem: null },
  cells: [cell('uhid', `JH${row}`), cell('name', name), cell('phone', '9812300005', '919812300005')],
  ...more,
});
const murugan = aRow(2, 'K. Murugan');
const asks = aRow(3, 'Murugan K', {
  finding: 'asks',
  other: { row: 2, id: null, name: 'K. Murugan' },
  problem: { field: null, code: 'ask.same-words', sentence: 'The same words in another order: the same person?' },
});
const refused = aRow(4, 'Fathima', {
  finding: 'refused',
  cells: [cell('name', 'Fathima', null), { field: 'phone', typed: '9.81E+09', read: null, isMended: false }],
  problem: { field: 'phone', code: 'number.rounded', sentence: 'A spreadsheet has rounded this number.' },
});
const known = aRow(5, 'Lakshmi S', {
  finding: 'known',
  other: { row: null, id: testId(31), name: 'Lakshmi S' },
  changes: [{ field: 'location', before: 'Pune', after: 'Nashik' }],
});
const counts = { all: 4, new: 1, known: 1, somebodyElse: 0, asks: 1, refused: 1, mended: 3 };
type Rehearsal = NonNullable<ResponseOf<'rehearseImport'>['rehearsal']>;
const found = (rehearsal: Partial<Rehearsal> = {}) => ({
  ...{ ...read, progress: { done: 4, rows: 4 } },
  rehearsal: { digest: 'first', counts, starts: 2, total: 4, rows: [murugan, asks, refused, known], ...rehearsal },
});
const answered = aRow(3, 'Murugan K', { finding: 'known', other: { row: 2, id: null, name: 'K. Murugan' } });
const afterAnswer = () =>
  found({
    ...{ digest: 'second', counts: { ...counts, known: 2, asks: 0 }, starts: 3 },
    rows: [murugan, answered, refused, known],
  });

const hour = 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
const anImport = (more: Partial<ImportOverview> = {}): ImportOverview => ({
  ...{ importId, what: 'patients', by: 'Front Desk 1', startedAt: inFuture(-2 * hour) },
  ...{ rows: 3, done: 3, created: 2, matched: 1, refused: 0, leftOut: 1 },
  ...{ settledAt: inFuture(-hour), ended: 'done', backUntil: inFuture(23 * hour + 60_000), back: null },
  ...more,
});

function serve(...imports: ImportOverview[]) {
  let listed = imports;
  answer('listImports', () => ({ imports: listed }));
  return { list: (...next: ImportOverview[]) => (listed = next) };
}
const open = (as = anAdmin) => show(<ImportPage />, { as, at: '/import' });
type Page = ReturnType<typeof open>;
const press = async (page: Page, name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }));

const choose = (page: Page, text = 'UHID;Name\nJH2;K. Murugan\n') =>
  // Cast is safe: an administrator's page has the field.
  page.user.upload(page.container.querySelector('input[type=file]') as HTMLElement, new File([text], 'patients.csv'));

/** Brings the file and opens its rehearsal. */
async function rehearsed(page: Page) {
  await choose(page);
  await press(page, 'Preview');
}

test('a file is brought, its columns are changed, and they are rehearsed as chosen', async () => {
  serve();
  const brought = answer('bringImport', { ...read, file: aFile });
  const asked = answer('rehearseImport', found());
  const page = open();
  await choose(page);
  expect(await screen.findByText('Please check')).toBeVisible();
  expect(brought[0]?.body).toEqual({ clientId: anAdmin.clientId, fileName: 'patients.csv' });
  expect(await axe(page.container)).toHaveNoViolations();
  const name = screen.getByRole('combobox', { name: 'Import Name as' });
  await page.user.selectOptions(name, 'Do not import');
  expect(screen.getByText('Please choose a column for Name.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
  await page.user.selectOptions(name, 'Name');
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Import Ref as' }), 'Location');
  await press(page, 'Preview');
  await screen.findByRole('list', { name: 'Rows of the file' });
  expect(asked[0]?.body.columns).toEqual(['uhid', 'name', 'phone', 'location', null]);
});

test('a first line that may be a row is asked about, and brought only as names of columns', async () => {
  serve();
  refuse('bringImport', 'import.first-line');
  const page = open();
  await choose(page, 'Ravi Rao,Madurai\n');
  await press(page, 'It Is Data');
  expect(await screen.findByText(/If it is data, add a row with the column names above it/)).toBeVisible();
  await choose(page, 'Naam,Shehar\n');
  await screen.findByRole('button', { name: 'It Is a Header Row' });
  const brought = answer('bringImport', { ...read, file: aFile });
  await press(page, 'It Is a Header Row');
  expect(await screen.findByText('Please check')).toBeVisible();
  expect(brought.map(({ body }) => body.firstLine)).toEqual(['names']);
});

test('hours and past visits are taken out from a date, the other lists whole', async () => {
  serve();
  const asked = answer('exportList', {});
  const page = open();
  fireEvent.change(await screen.findByLabelText('Hours and past visits from'), { target: { value: '2027-01-04' } });
  await press(page, 'Export Hours');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export Doctors' })).toBeEnabled());
  await press(page, 'Export Doctors');
  await waitFor(() => expect(asked).toHaveLength(2));
  const { clientId } = anAdmin;
  expect(asked.map(({ body }) => body)).toEqual([
    { clientId, what: 'hours', from: '2027-01-04' },
    { clientId, what: 'doctors' },
  ]);
});

test('cells of a spreadsheet are read as they are pasted', async () => {
  serve();
  const brought = answer('bringImport', { ...read, file: { ...aFile, fileName: 'pasted cells' } });
  const page = open();
  await page.user.click(screen.getByRole('textbox', { name: /paste cells/ }));
  await page.user.paste('UHID\tName\nJH2\tK. Murugan');
  expect(await screen.findByText('pasted cells')).toBeVisible();
  expect(brought).toHaveLength(1);
});

test('other rows than recognised are read anew, and a refused file says why', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  const readAs = answer('readImportColumns', { ...read, file: { ...aFile, what: 'doctors' } });
  const page = open();
  await choose(page);
  await page.user.click(await screen.findByRole('radio', { name: 'Doctors' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Doctors' })).toBeChecked());
  expect(readAs[0]?.body).toMatchObject({ importId, what: 'doctors' });
  refuse('bringImport', 'import.not-text');
  await press(page, 'Another File');
  await choose(page, 'PK');
  expect(await screen.findByRole('alert')).toHaveTextContent('This file is not a text file.');
});

test('the rehearsal shows how far it is, then each row as typed and as read, by kind', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  const last = lateReply(found());
  let calls = 0;
  const asked = answer('rehearseImport', () => {
    calls += 1;
    return calls === 1 ? { ...read, progress: { done: 1, rows: 4 }, rehearsal: null } : last.reply;
  });
  const page = open();
  await rehearsed(page);
  expect(await screen.findByText('1 of 4 rows')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: /^Comparing/ })).toHaveAttribute('aria-valuenow', '25');
  last.come();
  const rows = within(await screen.findByRole('list', { name: 'Rows of the file' })).getAllByRole('listitem');
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toContain('9812300005 →+91 98123 00005');
  expect(texts[2]).toContain('9.81E+09');
  expect(texts[2]).toContain('RefusedA spreadsheet has rounded this number.');
  expect(texts[3]).toContain('ExistingLakshmi S, changes Location');
  expect(screen.getByText('2 rows will be imported.')).toBeVisible();
  expect(screen.getByText(/1 needs a decision, 1 is refused/)).toBeVisible();
  expect(await axe(page.container)).toHaveNoViolations();
  await press(page, 'Open row 5');
  expect(screen.getByText('Changes Location: Pune → Nashik')).toBeVisible();
  await press(page, 'Refused 1');
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ show: 'refused', page: 1 }));
});

test('an answer by key is rehearsed, and the start names what was rehearsed with it', async () => {
  const { list } = serve();
  answer('bringImport', { ...read, file: aFile });
  const kept = answer('answerImport', { ...read, answered: 'one' });
  answer('rehearseImport', ({ body }) => (body.answered === '' ? found() : afterAnswer()));
  const started = answer('startImport', () => {
    list(anImport({ settledAt: null, ended: null, done: 1, created: 1, matched: 0, backUntil: null }));
    return done;
  });
  const page = open();
  await rehearsed(page);
  const question = await screen.findByRole('group', { name: 'Decision for row 3' });
  expect(question).toHaveTextContent('K. Murugandifferent');
  expect(within(question).getByText('in this file, row 2')).toBeVisible();
  await page.user.keyboard('s');
  expect(await screen.findByText('3 rows will be imported.')).toBeVisible();
  expect(kept[0]?.body.answers).toEqual([{ row: 3, same: true }]);
  await press(page, 'Import 3 Rows');
  await waitFor(() => expect(started[0]?.body).toEqual({ clientId: anAdmin.clientId, importId, digest: 'second' }));
  expect(await screen.findByRole('progressbar', { name: /^Patients, / })).toHaveAttribute('aria-valuenow', '1');
  expect(screen.getByText('1 created')).toBeVisible();
  refuse('exportRefusedRows', 'service.fault');
  await press(page, 'Download Refused Rows');
  expect(await screen.findByText('The refused rows could not be downloaded. Please try again.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'New Import' })).toBeVisible();
});

test('which of two ages holds is asked with both, and an answer to it leaves the next question open', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  const problem = { field: 'age', code: 'ask.age', sentence: 'Which age holds?' } as const;
  const cells = [cell('name', 'Murugan K (45/M)', null), cell('phone', '9812300005', null)];
  const age = aRow(3, '', { finding: 'asks', problem, cells });
  const kept = answer('answerImport', ({ body }) => ({ ...read, answered: JSON.stringify(body.answers) }));
  answer('rehearseImport', ({ body }) => found({ rows: [murugan, body.answered === '' ? age : asks] }));
  const page = open();
  await rehearsed(page);
  expect(await screen.findByText('Murugan K (45/M)')).toBeVisible();
  await page.user.keyboard('s');
  await page.user.keyboard('n');
  expect(await screen.findByText('in this file, row 2')).toBeVisible();
  await page.user.keyboard('d');
  await waitFor(() => expect(kept.at(-1)?.body.answers).toEqual([{ row: 3, age: 'inName', same: false }]));
});

test('an answer among several waits to be rehearsed, and nothing starts before', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  const other = { ...asks, row: 4 };
  const asked = answer('rehearseImport', found({ counts: { ...counts, asks: 2 }, rows: [murugan, asks, other] }));
  const page = open();
  await rehearsed(page);
  await screen.findByRole('group', { name: 'Decision for row 3' });
  await press(page, 'Different Person');
  expect(await screen.findByRole('group', { name: 'Decision for row 4' })).toBeVisible();
  expect(screen.getByText('The preview does not include your latest decisions yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
  const kept = answer('answerImport', { ...read, answered: 'one' });
  await press(page, 'Preview Again');
  await waitFor(() => expect(asked.at(-1)?.body.answered).toBe('one'));
  expect(kept.map(({ body }) => body.answers)).toEqual([[{ row: 3, same: false }]]);
});

test('answers come in parts that a call takes, the changed ones alone', () => {
  const answers = Array.from({ length: mostAnswers + 2 }, (_, index) => ({ row: index + 2, same: true }));
  const [first, second, ...others] = answers;
  const parts = changedParts({ answers: [first, ...others].flatMap((each) => each ?? []), kept: answers.slice(0, 2) });
  expect(parts.map(({ length }) => length)).toEqual([mostAnswers, 1]);
  expect(parts.at(-1)).toEqual([{ row: second?.row }]);
  expect(changedParts({ answers, kept: answers })).toEqual([[]]);
});

test('answers that were kept in another tab are met by rehearsing again', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  refuse('rehearseImport', 'import.changed');
  const page = open();
  await rehearsed(page);
  const again = within(await screen.findByRole('alert')).getByRole('button', { name: 'Preview Again' });
  const kept = answer('answerImport', { ...read, answered: 'theirs' });
  const asked = answer('rehearseImport', found());
  await page.user.click(again);
  expect(await screen.findByText('2 rows will be imported.')).toBeVisible();
  expect([kept[0]?.body.answers, asked.at(-1)?.body.answered]).toEqual([[], 'theirs']);
});

test('a start of what was rehearsed otherwise says so, and rehearses again', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  const asked = answer('rehearseImport', found());
  refuse('startImport', 'import.changed');
  const page = open();
  await rehearsed(page);
  await press(page, 'Import 2 Rows');
  expect(await screen.findByText(/The preview has changed/)).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(2));
});

test('a file whose hour is over is brought again', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  refuse('rehearseImport', 'import.unknown');
  const page = open();
  await rehearsed(page);
  expect(await screen.findByText('This file is no longer available. Please upload it again.')).toBeVisible();
  await press(page, 'Upload Again');
  expect(await screen.findByText('Drop a CSV or TSV file here')).toBeVisible();
});

test('asks before a rehearsal is left', async () => {
  serve();
  answer('bringImport', { ...read, file: aFile });
  answer('rehearseImport', found());
  const page = open();
  await rehearsed(page);
  await screen.findByRole('list', { name: 'Rows of the file' });
  await page.go('/users');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Nothing has been saved.');
  await press(page, 'Leave');
  expect(await screen.findByText('elsewhere')).toBeVisible();
});

test('an import is taken back once that is confirmed, and what stayed is named', async () => {
  const { list } = serve(anImport());
  const back = { by: 'Front Desk 2', startedAt: inFuture(0), takenBack: 1, stayed: 1, settledAt: inFuture(0) };
  const taken: RequestOf<'takeBackImport'>[] = [];
  answer('takeBackImport', ({ body }) => {
    taken.push(body);
    list(anImport({ back, backUntil: null }));
    return done;
  });
  answer('getImport', {
    import: anImport({ back, backUntil: null }),
    refused: [],
    stayed: [
      { row: 3, code: 'stays.visits', sentence: 'The patient has appointments.', id: testId(31), name: 'Meena' },
    ],
  });
  const page = open();
  await press(page, 'Undo (23 h left)');
  expect(taken).toEqual([]);
  const dialog = await screen.findByRole('alertdialog');
  await page.user.click(within(dialog).getByRole('button', { name: 'Undo Import' }));
  await waitFor(() => expect(taken).toEqual([{ clientId: anAdmin.clientId, importId }]));
  await press(page, /^Rows of Patients, /);
  expect(await screen.findByText('Row 3: The patient has appointments.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Meena' })).toHaveAttribute('href', `/patient/${testId(31)}`);
});

test('an auditor sees what was imported and by whom, and brings nothing', async () => {
  serve(anImport(), anImport({ importId: testId(901), what: 'doctors', by: 'Front Desk 2' }));
  const { container } = open(anAuditor);
  expect(await screen.findByText('Front Desk 2')).toBeVisible();
  expect(within(screen.getByRole('table')).getByText('Doctors')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
  expect(container.querySelector('input[type=file]')).toBeNull();
  expect(await axe(container)).toHaveNoViolations();
});

test('says when the imports could not be loaded', async () => {
  refuse('listImports', 'service.fault');
  open();
  expect(await screen.findByText('Failed to load the imports. Please try again.')).toBeVisible();
});

test('what cells become is said in words, not in codes', () => {
  const said = [
    valueText({ field: 'outcome', read: 'Not Availed' }),
    valueText({ field: 'sex', read: 'female' }),
    valueText({ field: 'hours', read: '08:00-12:00' }),
  ];
  expect(said).toEqual(['Not visited', 'F', '08:00-12:00']);
});
