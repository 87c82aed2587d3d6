import { noFigures as none } from '@dayline/contracts/endpoints/audit/figures';
import { testId } from '../../shared/testing/identities.ts';
import { reportReply } from './report.fixture.ts';
import {
  changeTexts,
  differingFigures,
  groupsOf,
  linesRequestOf,
  medianKnownOn,
  monthsLater,
  pairOf,
  positionText,
  readReportAddress,
  requestOf,
  sumOf,
} from './report.ts';
import { reportText } from './text.ts';

const read = (search: string) => readReportAddress(new URLSearchParams(search), '2026-11-21');
const zone = 'Asia/Kolkata';

test('without an address it is the month of yesterday, as known then', () => {
  expect(read('')).toMatchObject({ month: '2026-11', knownOn: '2026-11-20', grouping: 'doctor', figure: 'visits' });
  expect(readReportAddress(new URLSearchParams(), '2026-11-01')).toMatchObject({
    month: '2026-10',
    knownOn: '2026-10-31',
  });
  expect(medianKnownOn('2026-02', '2026-11-21')).toBe('2026-02-28');
});

test('a shared address stands for its positions, not for a day', () => {
  const search = 'month=2026-10&known=2026-11-02&position=0000000002731806&with=0000000003018442&cell=noShows:x';
  const address = read(search);
  expect(address).toMatchObject({ month: '2026-10', knownOn: undefined, cell: { id: 'x', figure: 'noShows' } });
  expect(requestOf(address, zone)).toEqual({
    month: '2026-10',
    position: '0000000002731806',
    with: '0000000003018442',
  });
  expect(requestOf(read('month=2026-10&known=2026-11-02'), zone)).toEqual({
    month: '2026-10',
    at: '2026-11-02T18:29:59.999Z',
  });
});

test('what is not valid in an address counts as missing', () => {
  expect(read(`month=2026-13&known=soon&position=x&with=${'1'.repeat(60)}&by=x&figure=x&cell=x`)).toEqual(read(''));
});

test('a figure differs by a sign, is the same, or is equal over changed parts', () => {
  const [neha, vikram, asha] = groupsOf(reportReply, 'doctor');
  expect([neha, vikram, asha].map((group) => group?.name)).toEqual([
    'Dr. Neha Joshi',
    'Dr. Vikram Rao',
    'Dr. Asha Menon',
  ]);
  if (!neha || !vikram || !asha) throw new Error('There are three doctors.');
  expect(pairOf(vikram, 'noShows')).toEqual({ earlier: '18', later: '17', difference: '−1' });
  expect(pairOf(vikram, 'payments')).toEqual({
    earlier: '₹1,42,500.00',
    later: '₹1,43,250.00',
    difference: '+750',
  });
  expect(pairOf(asha, 'visits').difference).toBeNull();
  expect(pairOf(neha, 'visits')).toEqual({ earlier: '176', later: '176', difference: '±1' });
  expect(pairOf(reportReply.total, 'noShows').difference).toBe('±1');
  expect(differingFigures([neha, vikram, asha])).toBe(7);
});

test('an amount is never a count', () => {
  const both = {
    ...{ earlier: { ...none, paid: 2 }, later: { ...none, paid: 3 }, moved: { ...none, paid: 1 } },
    messages: { earlier: 0, later: 0 },
  };
  expect(pairOf(both, 'paid')).toEqual({ earlier: '2', later: '3', difference: '+1' });
  expect(pairOf(both, 'payments')).toEqual({ earlier: '₹0.00', later: '₹0.00', difference: null });
  const [asha = both] = reportReply.doctors;
  const sum = sumOf([asha, both]);
  expect(pairOf(sum, 'payments')).toMatchObject({ earlier: '₹1,71,200.00' });
});

test('a line says what it changed', () => {
  const [corrected, paid] = reportReply.lines;
  if (!corrected || !paid) throw new Error('There are lines.');
  expect(changeTexts(corrected, reportText.figures)).toEqual(['Visits +1', 'No-shows −1']);
  expect(changeTexts(paid, reportText.figures)).toEqual(['Paid +1', 'Payments +₹750.00', 'Taken +₹750.00']);
});

test('a chosen figure lists its own entries', () => {
  const [vikram, cardiology] = [testId(202), testId(50)];
  const requestFor = (grouping: 'doctor' | 'department', id: string) =>
    linesRequestOf({ grouping, cell: { id, figure: 'payments' } });
  expect(linesRequestOf({ grouping: 'doctor', cell: undefined })).toEqual({});
  expect(requestFor('doctor', vikram)).toEqual({ figure: 'paise', pocId: vikram });
  expect(requestFor('department', cardiology)).toEqual({ figure: 'paise', departmentId: cardiology });
  expect(requestFor('doctor', 'all')).toEqual({ figure: 'paise' });
});

test('months and positions as words', () => {
  expect([monthsLater('2026-12', 1), monthsLater('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect([positionText('0000000002731806'), positionText('0000000000000000')]).toEqual(['2731806', '0']);
});
