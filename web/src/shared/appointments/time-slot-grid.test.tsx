import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { show } from '../testing/render.tsx';
import { DateGrid } from './date-grid.tsx';
import { TimeSlotGrid } from './time-slot-grid.tsx';

function Times() {
  const [time, setTime] = useState<string>();
  return (
    <TimeSlotGrid
      label="Time"
      selected={time ? [time] : []}
      onToggle={setTime}
      slots={[
        { time: '09:00', state: 'free', left: 2 },
        { time: '09:15', state: 'full' },
        { time: '09:30', state: 'free', left: 1 },
        { time: '09:45', state: 'blocked' },
        { time: '10:00', state: 'full', heldUntil: '08:05' },
      ]}
    />
  );
}

test('one stop of the tab key; arrows pass over what is taken; Space chooses', async () => {
  const { user, container } = show(<Times />);
  await user.tab();
  expect(screen.getByRole('radio', { name: '9:00 AM, 2 left' })).toHaveFocus();
  await user.keyboard('{ArrowRight} ');
  expect(screen.getByRole('radio', { name: '9:30 AM, 1 left' })).toBeChecked();
  expect(screen.getByRole('radio', { name: '9:15 AM, Full' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: '10:00 AM, Held until 8:05 AM' })).toBeDisabled();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: '9:00 AM, 2 left' })).toHaveFocus();
  expect(await axe(container)).toHaveNoViolations();
});

test('a blocked date says so and can be chosen only where it can be unblocked', async () => {
  const days = [{ date: '2026-11-26', availability: 'blocked' }] as const;
  const { unmount } = show(<DateGrid label="Date" days={days} selected={undefined} onSelect={() => undefined} />);
  expect(screen.getByRole('radio', { name: 'Thursday, November 26, 2026, Blocked' })).toBeDisabled();
  unmount();
  show(<DateGrid label="Date" days={days} selected={undefined} onSelect={() => undefined} blockedSelectable />);
  expect(screen.getByRole('radio', { name: /Blocked/ })).toBeEnabled();
});
