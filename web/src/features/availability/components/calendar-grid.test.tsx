import { fireEvent, screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { fillOf } from '../../../shared/appointments/fill.ts';
import { FillBar, FillWords } from '../../../shared/appointments/fill-bar.tsx';
import { show } from '../../../shared/testing/render.tsx';
import { Swatch } from '../../../ui/charts/legend.tsx';
import { weeksFrom } from '../calendar-range.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { AvailabilityLegend, type CalendarDay } from './day-button.tsx';

const states: Record<string, CalendarDay['state']> = {
  '2026-11-16': 'passed',
  '2026-11-18': 'blocked',
  '2026-11-19': 'partial',
  '2026-11-22': 'none',
};
const days = weeksFrom('2026-11-18', 1).map(
  (date) => ({ date, state: states[date] ?? 'available', booked: 2 }) as const,
);

const blocked: string[] = [];
function Calendar({ rangeMode = false }: { rangeMode?: boolean }) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  return (
    <>
      <CalendarGrid
        label="Dates"
        days={days}
        today="2026-11-17"
        selected={selected}
        onSelect={setSelected}
        onBlocked={(date) => blocked.push(date)}
        rangeMode={rangeMode}
      />
      <p>chosen: {selected.join(' ')}</p>
    </>
  );
}
const day = (name: RegExp) => screen.getByRole('button', { name });

test('weeks begin on Monday', () => {
  expect(weeksFrom('2026-11-22', 1)).toEqual(days.map(({ date }) => date));
});

test('a plain click chooses one date; a blocked one asks instead; what has passed or has no hours is off', async () => {
  const { user, container } = show(<Calendar />);
  await user.click(day(/November 17, 2026, Available, 2 booked/));
  await user.click(day(/November 19, 2026, Partial/));
  expect(screen.getByText('chosen: 2026-11-19')).toBeInTheDocument();
  await user.click(day(/November 18, 2026, Blocked/));
  expect(blocked).toEqual(['2026-11-18']);
  expect(screen.getByText('chosen: 2026-11-19')).toBeInTheDocument();
  expect(day(/November 16/)).toBeDisabled();
  expect(day(/November 22/)).toBeDisabled();
  expect(await axe(container)).toHaveNoViolations();
});

test('Shift and a click chooses every date up to there, and passes over the blocked ones', async () => {
  const { user } = show(<Calendar />);
  await user.click(day(/November 17/));
  await user.keyboard('{Shift>}');
  await user.click(day(/November 20/));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('chosen: 2026-11-17 2026-11-19 2026-11-20')).toBeInTheDocument();
});

test('a drag chooses a range, and the click that ends it changes nothing', () => {
  show(<Calendar />);
  fireEvent.pointerDown(day(/November 17/), { pointerType: 'mouse' });
  fireEvent.pointerEnter(day(/November 20/));
  fireEvent.pointerUp(day(/November 20/));
  fireEvent.click(day(/November 20/));
  expect(screen.getByText('chosen: 2026-11-17 2026-11-19 2026-11-20')).toBeInTheDocument();
});

test('a drag that the browser takes over is over', () => {
  show(<Calendar />);
  fireEvent.pointerDown(day(/November 17/), { pointerType: 'pen' });
  fireEvent.pointerEnter(day(/November 19/));
  fireEvent.pointerCancel(day(/November 19/));
  fireEvent.pointerEnter(day(/November 20/));
  expect(screen.getByText('chosen: 2026-11-17 2026-11-19')).toBeInTheDocument();
});

test("on touch 'Choose range' makes the second tap the end", async () => {
  const { user } = show(<Calendar rangeMode />);
  await user.click(day(/November 20/));
  await user.click(day(/November 17/));
  expect(screen.getByText('chosen: 2026-11-17 2026-11-19 2026-11-20')).toBeInTheDocument();
});

test('arrows move by day over what is off', async () => {
  const { user } = show(<Calendar />);
  await user.tab();
  expect(day(/November 17/)).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(day(/November 19/)).toHaveFocus();
});

test('the legend: Available, Partial, Blocked', () => {
  show(
    <>
      <AvailabilityLegend />
      <Swatch colour="fill.high" hatched />
    </>,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Available', 'Partial', 'Blocked']);
});

test.each([
  [8, 10, 'high'],
  [7, 10, 'medium'],
  [5, 10, 'medium'],
  [4, 10, 'low'],
  [0, 1, 'low'],
] as const)('"0.8 or more high, 0.5 or more medium, lower low": %i of %i is %s', (booked, total, fill) => {
  expect(fillOf(booked, total)).toBe(fill);
});

test('a bar has a segment a place, and says it in words', () => {
  const { container } = show(
    <>
      <FillBar booked={3} total={5} />
      <FillWords booked={3} total={5} />
    </>,
  );
  expect(container.querySelectorAll('[aria-hidden="true"] > span')).toHaveLength(5);
  expect(screen.getByText('3 of 5 booked')).toBeInTheDocument();
});
