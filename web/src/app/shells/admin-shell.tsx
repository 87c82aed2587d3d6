import { useIdentity } from '../../shared/session/session-store.ts';
import { AppFrame } from '../chrome/app-frame.tsx';
import { LiveDot } from '../chrome/live-dot.tsx';
import { chromeText as text } from '../chrome/text.ts';
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
      drawerSubtitle={text.adminPortal}
      zone={zone}
      entries={adminMenu()}
      condition={<LiveDot />}
      account={<UserMenu name={text.adminOf(clientName)} face={clientName} items={adminAccountMenu()} />}
    />
  );
}
