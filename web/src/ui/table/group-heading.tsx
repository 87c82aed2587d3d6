import type { ReactNode } from 'react';
import { Inline, lineBelow } from '../layout/boxes.tsx';
import type { ToneName } from '../theme/tokens.ts';

/** A line of 28 px above a group of rows: its name, its count and a note. */
export function GroupHeading({ tone, children }: { tone?: ToneName; children: ReactNode }) {
  return (
    <Inline
      gap={1}
      sx={{
        minHeight: 28,
        px: 2,
        fontSize: '0.8125rem',
        ...lineBelow,
        bgcolor: tone ? `status.${tone}.soft` : 'surface.raised',
        color: tone ? `status.${tone}.main` : 'text.primary',
      }}
    >
      {children}
    </Inline>
  );
}
