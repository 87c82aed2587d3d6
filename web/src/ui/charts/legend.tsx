import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PlainList, Span } from '../layout/boxes.tsx';
import { uiText as text } from '../text.ts';

export interface LegendEntry {
  /** The symbol as drawn in the chart. */
  sign: ReactNode;
  label: string;
  /** A colour of the theme for the label; the secondary text colour by default. */
  colour?: string;
}

export function Legend({ entries, label = text.legend }: { entries: readonly LegendEntry[]; label?: string }) {
  return (
    <PlainList aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
      {entries.map(({ sign, label: word, colour = 'text.secondary' }) => (
        <Box
          component="li"
          key={word}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem', color: colour }}
        >
          {sign}
          {word}
        </Box>
      ))}
    </PlainList>
  );
}

/** A coloured square, for bars. `hatched` for unavailable capacity. */
export const Swatch = ({ colour, hatched = false }: { colour: string; hatched?: boolean }) => (
  <Span
    aria-hidden="true"
    sx={{
      width: 12,
      height: 12,
      borderRadius: '3px',
      color: colour,
      background: hatched
        ? 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 4px)'
        : 'currentColor',
    }}
  />
);
