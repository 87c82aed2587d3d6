import Typography from '@mui/material/Typography';
import { useIdentity } from '../../shared/session/session-store.ts';
import { UserMenu } from '../../shared/ui/user-menu.tsx';
import { auditorAccountMenu, auditorMenu } from '../navigation.ts';
import { AppFrame } from './app-frame.tsx';
import { useLive } from './use-live.ts';

export function AuditorShell() {
  const identity = useIdentity();
  const { clientName, name, zone } = identity;
  useLive(identity);
  return (
    <AppFrame
      title={clientName}
      drawerTitle={clientName}
      drawerSubtitle="History"
      zone={zone}
      entries={auditorMenu}
      condition={
        <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          Read only
        </Typography>
      }
      account={<UserMenu name={name} face={name} items={auditorAccountMenu} />}
    />
  );
}
