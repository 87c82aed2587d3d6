import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import type { ToneName } from '../theme/tokens.ts';

/** A coloured message inside a page: a lost race, a refusal, a welcome back. `urgent` ones are announced at once. */
export function Banner(props: {
  tone: ToneName;
  icon: IconName;
  urgent?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { tone, icon, urgent = false, aside, children } = props;
  return (
    <Box
      role={urgent ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.25,
        border: '1px solid',
        borderRadius: '6px',
        borderColor: `status.${tone}.line`,
        bgcolor: `status.${tone}.soft`,
        color: `status.${tone}.main`,
      }}
    >
      <Icon name={icon} />
      <Box sx={{ flex: { xs: '1 1 calc(100% - 40px)', md: 1 }, minWidth: 0 }}>{children}</Box>
      {aside === undefined ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', maxWidth: { md: '60%' } }}>
          {aside}
        </Box>
      )}
    </Box>
  );
}
