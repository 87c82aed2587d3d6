import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { countText } from '../locale/words.ts';
import { Inline, Muted, Span } from './boxes.tsx';

const Count = ({ children }: { children: ReactNode }) => (
  <Span
    sx={{
      px: 1.25,
      borderRadius: '12px',
      bgcolor: 'teal.soft',
      color: 'primary.main',
      fontSize: '0.8125rem',
      fontWeight: 600,
    }}
  >
    {children}
  </Span>
);

/** A line of a card above or below its list, separated by a hairline. */
export const CardLine = ({ at, children }: { at: 'top' | 'bottom'; children: ReactNode }) => (
  <Inline
    gap={1}
    wrap
    sx={{
      px: 2,
      py: 1,
      minHeight: 40,
      [at === 'top' ? 'borderBottom' : 'borderTop']: '1px solid',
      borderColor: 'divider',
    }}
  >
    {children}
  </Inline>
);

/** An outlined section with a title, an aside next to the title, and content. */
export function Section(props: {
  title: string;
  count?: number;
  aside?: ReactNode;
  padded?: boolean;
  children: ReactNode;
}) {
  const { title, count, aside, padded = true, children } = props;
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Inline gap={1} wrap sx={{ px: 2, pt: 2, pb: padded ? 1.5 : 2 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {count === undefined ? null : <Count>{countText(count)}</Count>}
        <Muted component="div" sx={{ ml: 'auto' }}>
          {aside}
        </Muted>
      </Inline>
      <Box sx={padded ? { px: 2, pb: 2 } : {}}>{children}</Box>
    </Paper>
  );
}
