import { dropChange, holdChange, settleChange, usePendingChanges } from './pending-changes.ts';

test('a desk that marks all day keeps the newest changes, and those in flight', () => {
  holdChange('in flight', { Status: 'Availed' });
  for (let n = 0; n < 60; n += 1) settleChange(`row ${n}`, { Status: 'Availed', position: String(n) });
  const { changes, own } = usePendingChanges.getState();
  expect([changes.size, own.size]).toEqual([51, 50]);
  expect(['in flight', 'row 0', 'row 9', 'row 10', 'row 59'].map((id) => changes.has(id))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
  expect(['9', '10', '59'].map((position) => own.has(position))).toEqual([false, true, true]);
  dropChange('row 59');
  expect(usePendingChanges.getState().changes.has('row 59')).toBe(false);
});
