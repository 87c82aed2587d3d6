import { branchOrType, readFilter, showsBranches } from './rules.ts';

const type = 'Tele Consultation' as const;

test("Branch falls back to 'Branch ID: n', and without a branch to the appointment type", () => {
  expect(branchOrType({ BranchID: 2, BranchName: 'Andheri', AppointmentType: type })).toBe('Andheri');
  expect(branchOrType({ BranchID: 2, BranchName: null, AppointmentType: type })).toBe('Branch ID: 2');
  expect(branchOrType({ BranchID: 0, BranchName: null, AppointmentType: type })).toBe('Tele Consultation');
});

test('the column is Branch where a row of the page has one', () => {
  expect(showsBranches([{ BranchID: 0 }, { BranchID: 1 }])).toBe(true);
  expect(showsBranches([{ BranchID: 0 }])).toBe(false);
});

test('status and type come from the address, else from the navigation state; anything else is ignored', () => {
  const params = (text: string) => new URLSearchParams(text);
  expect(readFilter(params('status=Confirmed'), { status: 'Cancelled' })).toEqual({ status: 'Confirmed' });
  expect(readFilter(params(''), { type, status: 'Cancelled' })).toEqual({ status: 'Cancelled', type });
  expect(readFilter(params('status=Gone&type=Lunch'), null)).toEqual({});
});
