import { type ImportFile, type ImportRow, maxDecisions } from '@dayline/contracts/endpoints/import';
import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
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

const column = (name: string, field: ImportField | null, more: Partial<ImportFile['columns'][number]> = {}) => ({
  ...{ name, sampleValues: ['one', 'two'], empty: 0, field, match: 'recognised' as const },
  ...more,
});
const aFile: ImportFile = {
  ...{ importId, fileName: 'patients.csv', bytes: 2_048, rows: 4, separator: ';', encoding: 'utf-8', kind: 'patients' },
  ...{ kindReasons: ['UHID'], isKindClear: true },
  dayOrder: 'dayFirst',
  columns: [
    column('UHID', 'uhid'),
    column('Name', 'name'),
    column('Mobile', 'phone'),
    column('Ref', 'guardianName', { match: 'guessed' }),
    column('Bill no.', null, { match: 'unknown' }),
  ],
};

const cell = (field: ImportField, original: string, value: string | null = original) => ({
  ...{ field, original, value, isCorrected: value !== original && value !== null },
});
const aRow = (row: number, name: string, more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row, finding: 'new', match: null, changes: [], problem: null },
  cells: [cell('uhid', `JH${row}`), cell('name', name), cell('phone', '9812300005', '919812300005')],
  ...more,
});
const murugan = aRow(2, 'K. Murugan');
const asks = aRow(3, 'Murugan K', {
  finding: 'needsDecision',
  match: { row: 2, id: null, name: 'K. Murugan' },
  problem: { field: null, code: 'decide.same-words', sentence: 'The same words in another order: the same person?' },
});
const refused = aRow(4, 'Fathima', {
  finding: 'refused',
  cells: [cell('name', 'Fathima', null), { field: 'phone', original: '9.81E+09', value: null, isCorrected: false }],
  problem: { field: 'phone', code: 'number.rounded', sentence: 'A spreadsheet has rounded this number.' },
});
const known = aRow(5, 'Lakshmi S', {
  finding: 'existing',
  match: { row: null, id: testId(31), name: 'Lakshmi S' },
  changes: [{ field: 'location', before: 'Pune', after: 'Nashik' }],
});
const counts = {
  all: 4,
  new: 1,
  existing: 1,
  differentPerson: 0,
  needsDecision: 1,
  refused: 1,
  corrected: 3,
  changed: 0,
  withoutEmail: 0,
};
type Preview = NonNullable<ResponseOf<'previewImport'>['preview']>;
const found = (preview: Partial<Preview> = {}) => ({
  ...{ ...read, progress: { done: 4, rows: 4 } },
  preview: { digest: 'first', counts, rowsToImport: 2, total: 4, rows: [murugan, asks, refused, known], ...preview },
});
const decided = aRow(3, 'Murugan K', { finding: 'existing', match: { row: 2, id: null, name: 'K. Murugan' } });
const afterAnswer = () =>
  found({
    ...{ digest: 'second', counts: { ...counts, existing: 2, needsDecision: 0 }, rowsToImport: 3 },
    rows: [murugan, decided, refused, known],
  });

const hour = 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
const anImport = (more: Partial<ImportOverview> = {}): ImportOverview => ({
  ...{ importId, kind: 'patients', by: 'Front Desk 1', startedAt: inFuture(-2 * hour) },
  ...{ rows: 3, done: 3, created: 2, matched: 1, refused: 0, skipped: 1 },
  ...{ finishedAt: inFuture(-hour), outcome: 'done', undoUntil: inFuture(23 * hour + 60_000), undo: null },
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

/** Uploads the file and opens its preview. */
async function openPreview(page: Page) {
  await choose(page);
  await press(page, 'Preview');
}

test('a file is uploaded, its columns are changed, and the preview has the chosen ones', async () => {
  serve();
  const uploaded = answer('uploadImport', { ...read, file: aFile });
  const asked = answer('previewImport', found());
  const page = open();
  await choose(page);
  expect(await screen.findByText('Please check')).toBeVisible();
  expect(uploaded[0]?.body).toEqual({ clientId: anAdmin.clientId, fileName: 'patients.csv' });
  expect(await axe(page.container)).toHaveNoViolations();
  const name = screen.getByRole('combobox', { name: 'Import Name as' });
  await page.user.selectOptions(name, 'Do not import');
  expect(screen.getByText('Please choose a column for Name or First name.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
  await page.user.selectOptions(name, 'Name');
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Import Ref as' }), 'Location');
  await press(page, 'Preview');
  await screen.findByRole('list', { name: 'Rows of the file' });
  expect(asked[0]?.body.columns).toEqual(['uhid', 'name', 'phone', 'location', null]);
});

test('a list that may be of another type is previewed only once its type is chosen, and its reasons are shown', async () => {
  serve();
  answer('uploadImport', { ...read, file: { ...aFile, isKindClear: false } });
  const asked = answer('readImportColumns', { ...read, file: { ...aFile, kindReasons: ['UHID', 'Name'] } });
  const page = open();
  await choose(page);
  expect(await screen.findByText('This could be another type of list. Please choose the list type.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
  await page.user.click(screen.getByRole('radio', { name: 'Patients' }));
  expect(await screen.findByText('Recognised by UHID, Name.')).toBeVisible();
  expect(asked[0]?.body.kind).toBe('patients');
  expect(screen.getByRole('button', { name: 'Preview' })).toBeEnabled();
});

test('a first row that may be data is uploaded only once it is confirmed as the header row', async () => {
  serve();
  refuse('uploadImport', 'import.header-row-unclear');
  const page = open();
  await choose(page, 'Ravi Rao,Madurai\n');
  await press(page, 'It Is Data');
  expect(await screen.findByText(/If it is data, add a row with the column names above it/)).toBeVisible();
  await choose(page, 'Naam,Shehar\n');
  await screen.findByRole('button', { name: 'It Is a Header Row' });
  const uploaded = answer('uploadImport', { ...read, file: aFile });
  await press(page, 'It Is a Header Row');
  expect(await screen.findByText('Please check')).toBeVisible();
  expect(uploaded.map(({ body }) => body.headerRow)).toEqual(['first']);
});

test('hours and past visits are exported from a date, the other lists whole', async () => {
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
    { clientId, kind: 'hours', from: '2027-01-04' },
    { clientId, kind: 'doctors' },
  ]);
});

test('cells of a spreadsheet are read as they are pasted', async () => {
  serve();
  const uploaded = answer('uploadImport', { ...read, file: { ...aFile, fileName: 'pasted cells' } });
  const page = open();
  await page.user.click(screen.getByRole('textbox', { name: /paste cells/ }));
  await page.user.paste('UHID\tName\nJH2\tK. Murugan');
  expect(await screen.findByText('pasted cells')).toBeVisible();
  expect(uploaded).toHaveLength(1);
});

test('other rows than recognised are read anew, and a refused file says why', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  const readAs = answer('readImportColumns', { ...read, file: { ...aFile, kind: 'doctors' } });
  const page = open();
  await choose(page);
  await page.user.click(await screen.findByRole('radio', { name: 'Doctors' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Doctors' })).toBeChecked());
  expect(readAs[0]?.body).toMatchObject({ importId, kind: 'doctors' });
  refuse('uploadImport', 'import.not-text');
  await press(page, 'Another File');
  await choose(page, 'PK');
  expect(await screen.findByRole('alert')).toHaveTextContent('This file cannot be read as a list.');
});

test('the preview shows its progress, then each row as typed and as read, by result', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  const last = lateReply(found());
  let calls = 0;
  const asked = answer('previewImport', () => {
    calls += 1;
    return calls === 1 ? { ...read, progress: { done: 1, rows: 4 }, preview: null } : last.reply;
  });
  const page = open();
  await openPreview(page);
  expect(await screen.findByText('1 of 4 rows')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: /^Comparing/ })).toHaveAttribute('aria-valuenow', '25');
  last.send();
  const rows = within(await screen.findByRole('list', { name: 'Rows of the file' })).getAllByRole('listitem');
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toContain('9812300005 →+91 98123 00005');
  expect(texts[2]).toContain('9.81E+09');
  expect(texts[2]).toContain('RefusedA spreadsheet has rounded this number.');
  expect(texts[3]).toContain('ExistingLakshmi S, changes Location: Pune → Nashik');
  expect(screen.getByText('2 rows will be imported.')).toBeVisible();
  expect(screen.getByText(/1 needs a decision, 1 is refused/)).toBeVisible();
  expect(await axe(page.container)).toHaveNoViolations();
  expect(screen.getByText('Not imported: Bill no.')).toBeVisible();
  await press(page, 'Changes 0');
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ show: 'changed', page: 1 }));
  await press(page, 'Refused 1');
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ show: 'refused', page: 1 }));
});

test('a decision by key is previewed, and the start names the preview made with it', async () => {
  const { list } = serve();
  answer('uploadImport', { ...read, file: aFile });
  const kept = answer('decideImportRows', { ...read, decisionsId: 'one' });
  answer('previewImport', ({ body }) => (body.decisionsId === '' ? found() : afterAnswer()));
  const started = answer('startImport', () => {
    list(anImport({ finishedAt: null, outcome: null, done: 1, created: 1, matched: 0, undoUntil: null }));
    return done;
  });
  const page = open();
  await openPreview(page);
  const question = await screen.findByRole('group', { name: 'Decision for row 3' });
  expect(question).toHaveTextContent('K. Murugandifferent');
  expect(within(question).getByText('in this file, row 2')).toBeVisible();
  await page.user.keyboard('s');
  expect(await screen.findByText('3 rows will be imported.')).toBeVisible();
  expect(kept[0]?.body.decisions).toEqual([{ row: 3, same: true }]);
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
  answer('uploadImport', { ...read, file: aFile });
  const problem = { field: 'age', code: 'decide.age', sentence: 'Which age holds?' } as const;
  const cells = [cell('name', 'Murugan K (45/M)', null), cell('phone', '9812300005', null)];
  const age = aRow(3, '', { finding: 'needsDecision', problem, cells });
  const kept = answer('decideImportRows', ({ body }) => ({ ...read, decisionsId: JSON.stringify(body.decisions) }));
  answer('previewImport', ({ body }) => found({ rows: [murugan, body.decisionsId === '' ? age : asks] }));
  const page = open();
  await openPreview(page);
  expect(await screen.findByText('Murugan K (45/M)')).toBeVisible();
  await page.user.keyboard('s');
  await page.user.keyboard('n');
  expect(await screen.findByText('in this file, row 2')).toBeVisible();
  await page.user.keyboard('d');
  await waitFor(() => expect(kept.at(-1)?.body.decisions).toEqual([{ row: 3, age: 'inName', same: false }]));
});

test('a decision among several waits for the next preview, and nothing starts before', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  const other = { ...asks, row: 4 };
  const asked = answer(
    'previewImport',
    found({ counts: { ...counts, needsDecision: 2 }, rows: [murugan, asks, other] }),
  );
  const page = open();
  await openPreview(page);
  await screen.findByRole('group', { name: 'Decision for row 3' });
  await press(page, 'Different Person');
  expect(await screen.findByRole('group', { name: 'Decision for row 4' })).toBeVisible();
  expect(screen.getByText('The preview does not include your latest decisions yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
  const kept = answer('decideImportRows', { ...read, decisionsId: 'one' });
  await press(page, 'Preview Again');
  await waitFor(() => expect(asked.at(-1)?.body.decisionsId).toBe('one'));
  expect(kept.map(({ body }) => body.decisions)).toEqual([[{ row: 3, same: false }]]);
});

test('answers come in parts that a call takes, the changed ones alone', () => {
  const decisions = Array.from({ length: maxDecisions + 2 }, (_, index) => ({ row: index + 2, same: true }));
  const [first, second, ...others] = decisions;
  const parts = changedParts({
    decisions: [first, ...others].flatMap((decision) => decision ?? []),
    sent: decisions.slice(0, 2),
  });
  expect(parts.map(({ length }) => length)).toEqual([maxDecisions, 1]);
  expect(parts.at(-1)).toEqual([{ row: second?.row }]);
  expect(changedParts({ decisions, sent: decisions })).toEqual([[]]);
});

test('decisions made in another tab lead to a new preview', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  refuse('previewImport', 'import.changed');
  const page = open();
  await openPreview(page);
  const again = within(await screen.findByRole('alert')).getByRole('button', { name: 'Preview Again' });
  const kept = answer('decideImportRows', { ...read, decisionsId: 'theirs' });
  const asked = answer('previewImport', found());
  await page.user.click(again);
  expect(await screen.findByText('2 rows will be imported.')).toBeVisible();
  expect([kept[0]?.body.decisions, asked.at(-1)?.body.decisionsId]).toEqual([[], 'theirs']);
});

test('a start of an outdated preview says so, and previews again', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  const asked = answer('previewImport', found());
  refuse('startImport', 'import.changed');
  const page = open();
  await openPreview(page);
  await press(page, 'Import 2 Rows');
  expect(await screen.findByText(/The preview has changed/)).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(2));
});

test('a file whose hour is over is uploaded again', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  refuse('previewImport', 'import.unknown');
  const page = open();
  await openPreview(page);
  expect(await screen.findByText('This file is no longer available. Please upload it again.')).toBeVisible();
  await press(page, 'Upload Again');
  expect(await screen.findByText(/^Drop a file here/)).toBeVisible();
});

test('leaving a preview needs a confirmation', async () => {
  serve();
  answer('uploadImport', { ...read, file: aFile });
  answer('previewImport', found());
  const page = open();
  await openPreview(page);
  await screen.findByRole('list', { name: 'Rows of the file' });
  await page.go('/users');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Nothing has been saved.');
  await press(page, 'Leave');
  expect(await screen.findByText('elsewhere')).toBeVisible();
});

test('an import is undone once that is confirmed, and kept records are named', async () => {
  const { list } = serve(anImport());
  const undo = { by: 'Front Desk 2', startedAt: inFuture(0), undone: 1, kept: 1, finishedAt: inFuture(0) };
  const taken: RequestOf<'undoImport'>[] = [];
  answer('undoImport', ({ body }) => {
    taken.push(body);
    list(anImport({ undo, undoUntil: null }));
    return done;
  });
  answer('getImport', {
    import: anImport({ undo, undoUntil: null }),
    refused: [],
    kept: [{ row: 3, code: 'kept.visits', sentence: 'The patient has appointments.', id: testId(31), name: 'Meena' }],
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

test('an auditor sees what was imported and by whom, and imports nothing', async () => {
  serve(anImport(), anImport({ importId: testId(901), kind: 'doctors', by: 'Front Desk 2' }));
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

test('what cells become is shown in words, not in codes', () => {
  const said = [
    valueText({ field: 'outcome', value: 'Not Availed' }),
    valueText({ field: 'sex', value: 'female' }),
    valueText({ field: 'hours', value: '08:00-12:00' }),
  ];
  expect(said).toEqual(['Not visited', 'F', '08:00-12:00']);
});
