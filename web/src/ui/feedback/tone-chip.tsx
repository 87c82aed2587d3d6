import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Span, smallText } from '../layout/boxes.tsx';
import type { ToneName } from '../theme/tokens.ts';

/** A word with its icon on a coloured background: never colour alone. */
export function ToneChip({ tone, icon, children }: { tone: ToneName; icon: IconName; children: ReactNode }) {
  return (
    <Span
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        justifySelf: 'start',
        gap: '6px',
        height: 24,
        pl: '6px',
        pr: 1,
        borderRadius: '12px',
        ...smallText,
        fontWeight: 600,
        whiteSpace: 'nowrap',
        color: `status.${tone}.main`,
        bgcolor: `status.${tone}.soft`,
      }}
    >
      <Icon name={icon} size={14} />
      {children}
    </Span>
  );
}
