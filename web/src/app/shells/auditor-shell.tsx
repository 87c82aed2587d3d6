import Typography from '@mui/material/Typography';
import { useIdentity } from '../../shared/session/session-store.ts';
import { AppFrame } from '../chrome/app-frame.tsx';
import { menuText, chromeText as text } from '../chrome/text.ts';
import { UserMenu } from '../chrome/user-menu.tsx';
import { auditorAccountMenu, auditorMenu } from '../navigation.ts';
import { useLive } from './use-live.ts';

export function AuditorShell() {
  const identity = useIdentity();
  const { clientName, name, zone } = identity;
  useLive(identity);
  return (
    <AppFrame
      title={clientName}
      drawerTitle={clientName}
      drawerSubtitle={menuText.history}
      zone={zone}
      entries={auditorMenu()}
      condition={
        <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {text.readOnly}
        </Typography>
      }
      account={<UserMenu name={name} face={name} items={auditorAccountMenu()} />}
    />
  );
}
