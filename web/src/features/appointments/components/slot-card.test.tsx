import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { show } from '../../../shared/testing/render.tsx';
import { SlotCard } from './slot-card.tsx';

const slot: SlotGroup = {
  ...{ day: 'Saturday', date: '2026-11-21', time: '10:00', minutes: 30, closed: false },
  ...{ noOfAppointments: 1, totalSlots: 2, places: 2, free: 0, active_status: 'available' },
};

test('a slot whose last place is held says until when', async () => {
  const held = { ...slot, heldUntil: '09:45' };
  const { container } = show(<SlotCard slot={held} state="full" open={false} onOpen={() => undefined} />);
  expect(screen.getByRole('button')).toHaveTextContent(/1 of 2 booked.*Held until 9:45 AM/);
  expect(await axe(container)).toHaveNoViolations();
});
