import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { Breakpoint } from '@mui/material/styles';
import { Inline, Stack } from '../layout/boxes.tsx';

const lines = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Rows of a table while loading. `height` is a row's, in px, or one per screen width. */
export function RowsSkeleton(props: {
  rows?: number;
  height?: number | Readonly<Partial<Record<Breakpoint, number>>>;
  columns?: number;
}) {
  const { rows = 10, height = 40, columns = 5 } = props;
  return (
    <Box aria-hidden="true">
      {lines(rows).map((row) => (
        <Inline key={row} gap={3} sx={{ px: 2, borderBottom: '1px solid', borderColor: 'divider', height }}>
          {lines(columns).map((column) => (
            <Skeleton key={column} variant="text" sx={{ flex: column === 0 ? '0 0 72px' : 1 }} />
          ))}
        </Inline>
      ))}
    </Box>
  );
}

/** Cards of a grid while loading. */
export function CardsSkeleton(props: { cards?: number; height?: number; minWidth?: number }) {
  const { cards = 4, height = 110, minWidth = 220 } = props;
  return (
    <Stack aria-hidden="true" gap={2} style={{ gridTemplateColumns: `repeat(auto-fit, minmax(${minWidth}px, 1fr))` }}>
      {lines(cards).map((card) => (
        <Skeleton key={card} variant="rounded" height={height} />
      ))}
    </Stack>
  );
}
