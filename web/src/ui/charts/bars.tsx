import Box from '@mui/material/Box';
import { Span } from '../layout/boxes.tsx';
import { countText } from '../locale/words.ts';

/** A part of a bar; hatched while it still grows. */
export interface BarPart {
  count: number;
  colour: string;
  isHatched?: boolean;
  /** Written above the part. */
  label?: string | undefined;
}

const hatching = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 4px)';

/** Stacked parts, the first at the bottom; `highest` corresponds to `height` px. */
export function Bar({ parts, highest, height }: { parts: readonly BarPart[]; highest: number; height: number }) {
  const top = parts.findLastIndex(({ count }) => count > 0);
  return (
    <Span aria-hidden="true" sx={{ width: '100%', height, display: 'flex', flexDirection: 'column-reverse' }}>
      {parts.map(({ count, colour, isHatched = false, label }, index) => (
        <Span
          key={colour}
          sx={{
            position: 'relative',
            flexShrink: 0,
            color: colour,
            background: isHatched ? hatching : 'currentColor',
            forcedColorAdjust: 'none',
            ...(index === top && { borderRadius: '3px 3px 0 0' }),
          }}
          style={{ height: Math.round((count / highest) * height) }}
        >
          {label === undefined ? null : (
            <Span sx={{ ...labelLook, color: 'text.primary', fontWeight: 600, bottom: '100%' }}>{label}</Span>
          )}
        </Span>
      ))}
    </Span>
  );
}

const labelLook = {
  position: 'absolute',
  left: '50%',
  transform: 'translateX(-50%)',
  whiteSpace: 'nowrap',
  fontSize: '0.75rem',
  lineHeight: '1rem',
} as const;

/** The current time as a line across the bars; `at` is its position among them, 0 to 1. */
export function NowLine({ at, height, label }: { at: number; height: number; label?: string }) {
  return (
    <Box
      aria-hidden="true"
      sx={{ position: 'absolute', top: 0, height, borderLeft: '2px dotted', pointerEvents: 'none' }}
      style={{ left: `${at * 100}%` }}
    >
      {label === undefined ? null : (
        <Span
          sx={{
            ...labelLook,
            fontWeight: 600,
            ...(at > 0.5 ? { left: 'auto', right: 6 } : { left: 6 }),
            transform: 'none',
          }}
        >
          {label}
        </Span>
      )}
    </Box>
  );
}

/** The counts at which a line is drawn: at most four, a round number apart. */
export function gridLines(highest: number): number[] {
  const distances = [1, 2, 5].flatMap((digit) => [digit, 10 * digit, 100 * digit, 1000 * digit]).sort((a, b) => a - b);
  const step = distances.find((distance) => highest / distance <= 4) ?? highest;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

export interface ChartBar {
  key: string;
  parts: readonly BarPart[];
  /** Shown below the bar, if there is room. */
  tick?: string | undefined;
  /** Its numbers as text, shown under the pointer. */
  title: string;
}

/** The space above the highest bar and below all bars, in px. */
const [above, below] = [24, 24];

/** Bars above their labels, with horizontal grid lines. */
export function BarChart(props: {
  bars: readonly ChartBar[];
  height: number;
  now?: { at: number; label: string } | undefined;
}) {
  const { bars, height, now } = props;
  const barHeight = height - above - below;
  const highest = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0)));
  return (
    <Box sx={{ position: 'relative', height, ml: 4, mr: 1, pt: `${above}px` }}>
      {gridLines(highest).map((count) => (
        <Box
          key={count}
          sx={{ position: 'absolute', insetInline: 0, borderTop: '1px solid', borderColor: 'divider' }}
          style={{ bottom: below + (count / highest) * barHeight }}
        >
          <Span
            sx={{
              ...labelLook,
              left: 'auto',
              right: '100%',
              mr: 1,
              top: -8,
              transform: 'none',
              color: 'text.secondary',
            }}
          >
            {countText(count)}
          </Span>
        </Box>
      ))}
      <Box sx={{ position: 'relative', display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' }}>
        {bars.map(({ key, parts, tick, title }) => (
          <Box key={key} title={title} sx={{ position: 'relative', px: '18%', pb: `${below}px` }}>
            <Bar parts={parts} highest={highest} height={barHeight} />
            {tick === undefined ? null : <Span sx={{ ...labelLook, bottom: 2, color: 'text.secondary' }}>{tick}</Span>}
          </Box>
        ))}
      </Box>
      {now === undefined ? null : <NowLine at={now.at} height={above + barHeight} label={now.label} />}
    </Box>
  );
}
