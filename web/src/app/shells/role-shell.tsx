import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectLive } from '../../shared/api/live/live.ts';
import { type Identity, useIdentity } from '../../shared/session/session-store.ts';
import { Muted } from '../../ui/layout/boxes.tsx';
import { AppFrame } from '../chrome/app-frame.tsx';
import { LiveDot } from '../chrome/live-dot.tsx';
import { menuText, chromeText as text } from '../chrome/text.ts';
import { UserMenu } from '../chrome/user-menu.tsx';
import { accountMenus, menus } from '../navigation.ts';
import { endSession } from '../session-end.ts';
import { useNewDay } from './use-new-day.ts';

/**
 * The frame of each role, whose data is kept current while it is mounted. "Top bar with brand, doctor name, dropdown
 * with View Profile and Logout" (section 2): the brand is at the top of the rail.
 */
export function RoleShell({ of: role }: { of: Identity['role'] }) {
  const { accountId, clientName, pocName, name, zone } = useIdentity();
  const client = useQueryClient();
  useNewDay(zone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person means another socket
  useEffect(() => {
    const live = connectLive(client, endSession);
    return () => live.close();
  }, [client, accountId]);
  const doctor = pocName ?? text.unknownDoctor;
  const [drawerTitle, drawerSubtitle, shownName, face] = {
    admin: [clientName, text.adminPortal, text.adminOf(clientName), name] as const,
    doctor: [doctor, clientName, doctor, doctor] as const,
    auditor: [clientName, menuText.history, name, name] as const,
  }[role];
  return (
    <AppFrame
      title={clientName}
      drawerTitle={drawerTitle}
      drawerSubtitle={drawerSubtitle}
      zone={zone}
      entries={menus[role]()}
      condition={role === 'auditor' ? <Muted sx={{ whiteSpace: 'nowrap' }}>{text.readOnly}</Muted> : <LiveDot />}
      account={
        <UserMenu
          name={shownName}
          {...(role === 'admin' ? { person: name } : {})}
          face={face}
          items={accountMenus[role]()}
        />
      }
    />
  );
}
