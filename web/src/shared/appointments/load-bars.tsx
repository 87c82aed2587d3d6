import Box from '@mui/material/Box';
import { type LegendEntry, Swatch } from '../../ui/charts/legend.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import type { Fill } from './fill.ts';
import { appointmentText as text } from './text.ts';

/** A part of the day with its booked share. `from` and `to` are positions on the axis, 0 to 1. */
export interface LoadBar {
  key: string;
  from: number;
  to: number;
  /** Booked share of the capacity, 0 to 1. */
  share: number;
  look: Fill | 'blocked' | 'passed';
  /** Whether it is open beside the picture. */
  here?: boolean;
  /** Whether it is among the displayed cards. */
  onPage?: boolean;
}

const colours: Record<LoadBar['look'], string> = {
  // The fuller, the stronger the colour, without a warning: a well-booked day is no problem.
  high: 'primary.main',
  medium: 'color-mix(in srgb, var(--dl-palette-primary-main) 70%, var(--dl-palette-background-paper))',
  low: 'color-mix(in srgb, var(--dl-palette-primary-main) 45%, var(--dl-palette-background-paper))',
  blocked: 'status.blocked.main',
  passed: 'field.border',
};

/** The legend of the bars; shown once per page. */
export const loadLegend = (): readonly LegendEntry[] => [
  { sign: <Swatch colour={colours.high} />, label: text.share.high },
  { sign: <Swatch colour={colours.medium} />, label: text.share.medium },
  { sign: <Swatch colour={colours.low} />, label: text.share.low },
  { sign: <Swatch colour="status.blocked.main" hatched />, label: text.calendar.blocked },
  { sign: <Swatch colour="field.border" />, label: text.calendar.passed },
];

const percent = (part: number): string => `${part * 100}%`;

function Bar({ bar }: { bar: LoadBar }) {
  const { from, to, share, look, here = false } = bar;
  return (
    <Box
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        color: colours[look],
        bgcolor: 'fill.track',
        borderRadius: '2px 2px 0 0',
        overflow: 'hidden',
        ...(look === 'blocked'
          ? { background: 'repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 4px)' }
          : {}),
        ...(here
          ? {
              overflow: 'visible',
              outline: '2px solid',
              outlineColor: 'var(--dl-palette-primary-main)',
              outlineOffset: '1px',
              zIndex: 1,
            }
          : {}),
      }}
      style={{ left: percent(from), width: `max(2px, calc(${percent(to - from)} - 2px))` }}
    >
      {look === 'blocked' ? null : (
        <Box
          sx={{ position: 'absolute', left: 0, right: 0, bottom: 0, bgcolor: 'currentColor', opacity: 0.82 }}
          style={{ height: percent(Math.min(1, share)) }}
        />
      )}
    </Box>
  );
}

/** A day by time, hidden from screen readers: the text after it has the same content. */
export function LoadBars({ bars, height }: { bars: readonly LoadBar[]; height: number }) {
  const barsOfPage = bars.filter(({ onPage }) => onPage);
  const first = barsOfPage[0];
  const last = barsOfPage.at(-1);
  return (
    <Span
      aria-hidden="true"
      sx={{ display: 'block', position: 'relative', borderBottom: '1px solid', borderColor: 'divider' }}
      style={{ height }}
    >
      {bars.map((bar) => (
        <Bar key={bar.key} bar={bar} />
      ))}
      {first && last ? (
        <Box
          sx={{ position: 'absolute', bottom: -4, height: 3, bgcolor: 'primary.main', borderRadius: '2px', zIndex: 1 }}
          style={{ left: percent(first.from), width: percent(last.to - first.from) }}
        />
      ) : null}
    </Span>
  );
}
