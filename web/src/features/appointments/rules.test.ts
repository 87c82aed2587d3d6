import { branchOrType, earlierDays, readFilter, unresolvedWords } from './rules.ts';

const type = 'Tele Consultation' as const;

test("Branch falls back to 'Branch ID: n', and without a branch to the appointment type", () => {
  expect(branchOrType({ BranchID: 2, BranchName: 'Andheri', AppointmentType: type })).toBe('Andheri');
  expect(branchOrType({ BranchID: 2, BranchName: null, AppointmentType: type })).toBe('Branch ID: 2');
  expect(branchOrType({ BranchID: 0, BranchName: null, AppointmentType: type })).toBe('Tele Consultation');
});

test('status and type come from the address, else from the navigation state; anything else is ignored', () => {
  const params = (text: string) => new URLSearchParams(text);
  expect(readFilter(params('status=Confirmed'), { status: 'Cancelled' })).toEqual({ status: 'Confirmed' });
  expect(readFilter(params(''), { type, status: 'Cancelled' })).toEqual({ status: 'Cancelled', type });
  expect(readFilter(params('status=Gone&type=Lunch'), null)).toEqual({});
});

test("a list's earlier days end with yesterday, or where the list does", () => {
  const today = '2026-11-21';
  expect(earlierDays({}, today)).toEqual({ to: '2026-11-20' });
  expect(earlierDays({ from: '2026-11-16', to: '2026-11-23' }, today)).toEqual({
    from: '2026-11-16',
    to: '2026-11-20',
  });
  expect(earlierDays({ to: '2026-11-18' }, today)).toEqual({ to: '2026-11-18' });
  expect(earlierDays({ from: today }, today)).toBeUndefined();
  expect(unresolvedWords(1_204, 9)).toBe('1,195 upcoming, next first · 9 unresolved');
  expect(unresolvedWords(4, 0)).toBe('4 upcoming, next first');
});
