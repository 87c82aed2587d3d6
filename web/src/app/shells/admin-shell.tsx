import { useIdentity } from '../../shared/session/session-store.ts';
import { AppFrame } from '../chrome/app-frame.tsx';
import { LiveDot } from '../chrome/live-dot.tsx';
import { UserMenu } from '../chrome/user-menu.tsx';
import { adminAccountMenu, adminMenu } from '../navigation.ts';
import { useLive } from './use-live.ts';

export function AdminShell() {
  const identity = useIdentity();
  const { clientName, zone } = identity;
  useLive(identity);
  return (
    <AppFrame
      title={clientName}
      drawerTitle={clientName}
      drawerSubtitle="Admin Portal"
      zone={zone}
      entries={adminMenu}
      condition={<LiveDot />}
      account={<UserMenu name={`${clientName} Admin`} face={clientName} items={adminAccountMenu} />}
    />
  );
}
