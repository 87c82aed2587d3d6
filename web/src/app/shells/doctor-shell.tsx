import { useIdentity } from '../../shared/session/session-store.ts';
import { AppFrame } from '../chrome/app-frame.tsx';
import { LiveDot } from '../chrome/live-dot.tsx';
import { chromeText as text } from '../chrome/text.ts';
import { UserMenu } from '../chrome/user-menu.tsx';
import { doctorAccountMenu, doctorMenu } from '../navigation.ts';
import { useLive } from './use-live.ts';

/**
 * "Top bar with brand, doctor name, dropdown with View Profile and Logout" (section 2): the brand is at the top of the
 * rail.
 */
export function DoctorShell() {
  const identity = useIdentity();
  const { clientName, pocName, zone } = identity;
  useLive(identity);
  const name = pocName ?? text.unknownDoctor;
  return (
    <AppFrame
      title={clientName}
      drawerTitle={name}
      drawerSubtitle={clientName}
      zone={zone}
      entries={doctorMenu()}
      condition={<LiveDot />}
      account={<UserMenu name={name} face={name} items={doctorAccountMenu()} />}
    />
  );
}
