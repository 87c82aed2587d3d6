import { Outlet } from 'react-router-dom';
import { IdentityGate } from './identity-gate.tsx';

/** "If neither exists they redirect to / (in the booking wizard after a 500 ms delay)" (section 2). */
export function BookingGate() {
  return (
    <IdentityGate needs="clientId" delay={500}>
      <Outlet />
    </IdentityGate>
  );
}
