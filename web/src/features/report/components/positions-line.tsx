import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Bold, Span } from '../../../ui/layout/boxes.tsx';
import { monthText } from '../report.ts';
import { reportText as text } from '../text.ts';
import { headLine } from './figures-look.ts';

export interface Knowledge {
  /** `Nov 2`, above the figures known then. */
  readonly earlier: string;
  /** `today`, or the later moment's day. */
  readonly later: string;
  /** `As known on Nov 2, 11:59:59 PM` and `As known today, 2:02:11 PM`. */
  readonly earlierLabel: string;
  readonly laterLabel: string;
}

function Key({ then, children }: { then?: boolean; children: ReactNode }) {
  const colour = then ? 'status.blocked' : 'primary';
  return (
    <Span sx={{ display: 'inline-flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.75 }}>
      <Box
        component="i"
        sx={{
          width: 12,
          height: 12,
          borderRadius: '3px',
          border: '1.5px solid',
          borderColor: `${colour}.main`,
          bgcolor: then ? 'status.blocked.line' : 'primary.main',
        }}
      />
      {children}
    </Span>
  );
}

/** The moments and positions of both columns, with their colours. */
export function PositionsLine(props: { month: string; knowledge: Knowledge; then: string; later: string }) {
  const { month, knowledge, then, later } = props;
  return (
    <Box sx={headLine}>
      {/* On paper, where the choice of a month is hidden. */}
      <Bold sx={{ display: 'none', '@media print': { display: 'block' } }}>{monthText(month)}</Bold>
      <Key then>
        <Bold sx={{ color: 'status.blocked.main' }}>{knowledge.earlierLabel}</Bold>
        {text.position(then)}
      </Key>
      <Key>
        <Bold sx={{ color: 'text.primary' }}>{knowledge.laterLabel}</Bold>
        {text.position(later)}
      </Key>
    </Box>
  );
}
