import { noFigures as none } from '@dayline/contracts/endpoints/audit/figures';
import type { BothFigures } from '@dayline/contracts/endpoints/audit/report';
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { anEmptyReport, positions, reportReply } from './report.fixture.ts';
import ReportPage from './report-page.tsx';

const october = '?month=2026-10&known=2026-11-02';
const open = (search = october) => show(<ReportPage />, { as: anAuditor, at: `/audit/report${search}` });
const addressOf = ({ router }: ReturnType<typeof open>) => new URLSearchParams(router.state.location.search);
const table = async (name = 'Visits by doctor, October 2026') =>
  within(await screen.findByRole('region', { name })).getByRole('table');
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('each figure as known then and as known today, those that differ first', async () => {
  const requests = answer('getReport', reportReply);
  const { container } = open();
  expect(await screen.findByText('As of Nov 2, 11:59:59 PM')).toBeVisible();
  expect(requests[0]?.body).toEqual({ month: '2026-10', at: '2026-11-02T18:29:59.999Z' });
  expect(screen.getByText('position 2731806')).toBeVisible();
  expect(screen.getByText('position 3018442')).toBeVisible();
  const rows = within(await table())
    .getAllByRole('row')
    .slice(2);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Dr. Neha Joshi',
    'Dr. Vikram Rao',
    'Dr. Asha Menon',
    'All 3 doctorsat position',
  ]);
  expect(cellsOf(rows[1] as HTMLElement)).toEqual([
    '208',
    '209+1',
    '18',
    '17−1',
    '11',
    'same',
    ...['1', 'same', '0', 'same'],
  ]);
  const money = within(await table('Money by doctor, October 2026')).getByRole('row', { name: /^Dr. Vikram Rao/ });
  expect(cellsOf(money)).toEqual([
    ...['2', '3+1', '₹1,42,500.00', '₹1,43,250.00+750+2 no fee'],
    ...['₹1,40,000.00', '₹1,40,750.00+750', '₹700.00', 'same'],
  ]);
  // As many no-shows in total as before, but different ones.
  expect(cellsOf(rows[3] as HTMLElement).slice(2, 4)).toEqual(['412731806', '41±13018442']);
  expect(screen.getByText('3 entries make 7 figures differ')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('no-shows with and without a reminder, and a sentence where none was sent', async () => {
  answer('getReport', reportReply);
  const plain = open();
  expect(await screen.findByText(/^No reminder was sent for an appointment of this month/)).toBeVisible();
  plain.unmount();
  const [first, ...others] = reportReply.doctors;
  if (!first) throw new Error('There are doctors.');
  const reminded = { reminded: 100, remindedNoShows: 4 };
  const withReminders = <Both extends BothFigures>(both: Both): Both => ({
    ...both,
    later: { ...both.later, ...reminded },
    messages: { earlier: 0, later: 230 },
  });
  answer('getReport', {
    ...reportReply,
    doctors: [withReminders(first), ...others],
    total: withReminders(reportReply.total),
  });
  const { container } = open();
  const rows = within(await table('Reminders by doctor, October 2026'))
    .getAllByRole('row')
    .slice(2);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Dr. Asha Menon',
    'All 3 doctors',
  ]);
  expect(cellsOf(rows[0] as HTMLElement)).toEqual([
    '–',
    '4 of 100 (4 %)',
    '14 of 245 (6 %)',
    '10 of 145 (7 %)',
    '0',
    '230',
  ]);
  expect(await axe(container)).toHaveNoViolations();
});

test('the difference line by line, each with its position and its story', async () => {
  answer('getReport', reportReply);
  open();
  const lines = within(await screen.findByRole('list', { name: 'Changes since Nov 2' })).getAllByRole('listitem');
  expect(lines).toHaveLength(3);
  const [corrected, paid] = lines as [HTMLElement, HTMLElement];
  expect(corrected).toHaveTextContent('Nov 3, 9:11:22 AM');
  expect(corrected).toHaveTextContent('Front Desk 1 corrected Sunita Rao');
  expect(within(corrected).getByText('No-shows −1')).toBeVisible();
  const link = within(corrected).getByRole('link', { name: 'Entry 2733001' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/audit\/appointments\//));
  expect(paid).toHaveTextContent('an erased patient');
});

test('a chosen figure lists its own entries, names its positions, and is copied with an address that gives it again', async () => {
  const requests = answer('getReport', ({ body }) =>
    body.figure === 'noShows' && body.pocId === testId(202)
      ? { ...reportReply, lines: reportReply.lines.slice(0, 1), lineCount: 1 }
      : reportReply,
  );
  const shown = open();
  await shown.user.click(await screen.findByRole('button', { name: 'Dr. Vikram Rao, No-shows −1' }));
  const citation = 'Dr. Vikram Rao, No-shows: 18 at position 2731806, 17 at 3018442';
  expect(await screen.findByText(citation)).toBeVisible();
  expect(await screen.findByText('1 entry makes 1 figure differ')).toBeVisible();
  const lines = () => within(screen.getByRole('list', { name: 'Changes since Nov 2' })).getAllByRole('listitem');
  expect(lines()).toHaveLength(1);
  expect(addressOf(shown).get('cell')).toBe(`noShows:${testId(202)}`);
  const copying = jest.spyOn(navigator.clipboard, 'writeText');
  await shown.user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied, with a link to these log positions')).toBeVisible();
  const [text, link = ''] = (copying.mock.calls[0]?.[0] ?? '').split('\n');
  expect(text).toBe(citation);
  const copied = new URL(link).searchParams;
  expect([copied.get('position'), copied.get('with')]).toEqual([positions.earlier, positions.later]);
  await shown.user.click(screen.getByRole('button', { name: 'Show all entries' }));
  expect(await screen.findByText('3 entries make 7 figures differ')).toBeVisible();
  expect(lines()).toHaveLength(3);
  expect(requests.at(-1)?.body).not.toHaveProperty('figure');
});

test('as a picture: the chosen figure of each, with both numbers where they differ', async () => {
  answer('getReport', reportReply);
  const { user } = open();
  const picture = await screen.findByRole('region', { name: 'Chart' });
  await user.click(within(picture).getByRole('button', { name: 'No-shows' }));
  const bars = within(within(picture).getByRole('list', { name: 'No-shows' })).getAllByRole('listitem');
  expect(bars.map((bar) => bar.textContent)).toEqual([
    'Dr. Neha Joshi9 → 10',
    'Dr. Vikram Rao18 → 17',
    'Dr. Asha Menon14',
  ]);
});

test('by department, under the name of today and of then', async () => {
  answer('getReport', reportReply);
  const shown = open();
  await shown.user.click(await screen.findByRole('button', { name: 'By department' }));
  expect(
    within(await table('Visits by department, October 2026')).getByRole('rowheader', { name: 'Heart then Cardiology' }),
  ).toBeVisible();
  expect(addressOf(shown).get('by')).toBe('department');
});

test('another month, another day, and positions from a shared address', async () => {
  const requests = answer('getReport', reportReply);
  const shown = open(`?month=2026-10&position=${positions.earlier}&with=${positions.later}`);
  await table();
  expect(requests.at(-1)?.body).toEqual({ month: '2026-10', position: positions.earlier, with: positions.later });
  expect(screen.getByLabelText('As of')).toHaveValue('2026-11-02');
  expect(screen.getAllByText('Nov 21').length).toBeGreaterThan(0);
  await shown.user.click(screen.getByRole('button', { name: 'As of Today' }));
  expect(addressOf(shown).get('with')).toBeNull();
  await shown.user.click(screen.getByRole('button', { name: 'September 2026' }));
  expect(addressOf(shown).get('month')).toBe('2026-09');
  const day = screen.getByLabelText('As of');
  await shown.user.clear(day);
  await shown.user.type(day, '2026-10-05');
  expect([addressOf(shown).get('known'), addressOf(shown).get('position')]).toEqual(['2026-10-05', null]);
});

test('many doctors are gathered, many lines are paged', async () => {
  const [asha, ...others] = reportReply.doctors;
  const same = Array.from({ length: 8 }, (_, index) => ({
    ...(asha ?? others[0]),
    ...{ pocId: testId(400 + index), name: `Dr. Number ${index}` },
  })) as typeof reportReply.doctors;
  const requests = answer('getReport', ({ body }) => ({
    ...reportReply,
    doctors: [...reportReply.doctors, ...same],
    lineCount: 450,
    next: body.after === undefined ? (reportReply.lines.at(-1)?.entry.position ?? null) : null,
  }));
  const { user } = open();
  await user.click(within(await table()).getByRole('button', { name: '6 more doctors' }));
  expect(within(await table()).getByRole('rowheader', { name: 'Dr. Number 7' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next lines' }));
  expect(requests.at(-1)?.body.after).toBe(reportReply.lines.at(-1)?.entry.position);
  expect(await screen.findByRole('button', { name: 'First lines' })).toBeEnabled();
});

test('a month without anything says so, and can be left', async () => {
  answer('getReport', anEmptyReport);
  const { container } = open();
  expect(await screen.findByText('No data for October 2026')).toBeVisible();
  expect(screen.getByRole('button', { name: 'November 2026' })).toBeEnabled();
  expect(await axe(container)).toHaveNoViolations();
});

test('where nothing has changed since, it says that', async () => {
  const { earlier } = reportReply.total;

  answer('getReport', {
    ...reportReply,
    doctors: reportReply.doctors.map((doctor) => ({ ...doctor, later: doctor.earlier, moved: none })),
    total: { ...reportReply.total, later: earlier, moved: none },
    lines: [],
    lineCount: 0,
  });
  open();
  expect(await screen.findByText('No changes since then: every figure is the same.')).toBeVisible();
});

test('a report that fails says so and why, and is asked again', async () => {
  refuse('getReport', 'replay.busy');
  const { user } = open();
  expect(await screen.findByText('Failed to fetch the report.')).toBeVisible();
  expect(screen.getByText(/Too many replays are running at once/)).toBeVisible();
  answer('getReport', reportReply);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await table()).toBeVisible();
});
