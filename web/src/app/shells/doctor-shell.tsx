import { useIdentity } from '../../shared/session/session-store.ts';
import { LiveDot } from '../../shared/ui/live-dot.tsx';
import { UserMenu } from '../../shared/ui/user-menu.tsx';
import { doctorAccountMenu, doctorMenu } from '../navigation.ts';
import { AppFrame } from './app-frame.tsx';
import { useLive } from './use-live.ts';

/** "Top bar with brand, doctor name, dropdown with View Profile and Logout" (section 2). */
export function DoctorShell() {
  const identity = useIdentity();
  const { clientName, pocName, zone } = identity;
  useLive(identity);
  const name = pocName ?? 'Unknown POC';
  return (
    <AppFrame
      title="Dayline"
      drawerTitle={name}
      drawerSubtitle={clientName}
      zone={zone}
      entries={doctorMenu}
      condition={<LiveDot />}
      account={<UserMenu name={name} face={name} items={doctorAccountMenu} />}
    />
  );
}
