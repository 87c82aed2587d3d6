import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Inline } from '../layout/boxes.tsx';
import { uiText as text } from '../text.ts';
import type { ToneName } from '../theme/tokens.ts';

/** A coloured message inside a page: a lost race, a refusal, a welcome back. `urgent` ones are announced at once. */
export function Banner(props: {
  tone: ToneName;
  icon: IconName;
  urgent?: boolean;
  aside?: ReactNode;
  /** There is little room: the aside is shown below. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  const { tone, icon, urgent = false, aside, isNarrow = false, children } = props;
  return (
    <Inline
      role={urgent ? 'alert' : 'status'}
      gap={1.5}
      sx={{
        flexWrap: isNarrow ? 'wrap' : { xs: 'wrap', md: 'nowrap' },
        alignItems: aside === undefined ? 'flex-start' : 'center',
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
      <Box sx={{ flex: isNarrow ? '1 1 calc(100% - 40px)' : { xs: '1 1 calc(100% - 40px)', md: 1 }, minWidth: 0 }}>
        {children}
      </Box>
      {aside === undefined ? null : (
        <Inline gap={1} wrap sx={{ maxWidth: isNarrow ? '100%' : { md: '60%' } }}>
          {aside}
        </Inline>
      )}
    </Inline>
  );
}

/** Why something was refused or failed; renders nothing without a reason. */
export const Problem = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) =>
  children == null ? null : (
    <Banner tone="cancelled" icon="warning" urgent aside={aside}>
      {children}
    </Banner>
  );

/** Says that something could not be loaded, and offers a retry. */
export const LoadFailed = ({ onRetry, children }: { onRetry(): unknown; children: ReactNode }) => (
  <Problem
    aside={
      <Button variant="outlined" size="small" onClick={() => onRetry()}>
        {text.tryAgain}
      </Button>
    }
  >
    {children}
  </Problem>
);
