import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { Breakpoint } from '@mui/material/styles';

const lines = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Rows of a table while loading. `height` is a row's, in px, or one for each width of the screen. */
export function RowsSkeleton({
  rows = 10,
  height = 40,
  columns = 5,
}: {
  rows?: number;
  height?: number | Readonly<Partial<Record<Breakpoint, number>>>;
  columns?: number;
}) {
  return (
    <Box aria-hidden="true">
      {lines(rows).map((row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            px: 2,
            borderBottom: '1px solid',
            borderColor: 'divider',
            height,
          }}
        >
          {lines(columns).map((column) => (
            <Skeleton key={column} variant="text" sx={{ flex: column === 0 ? '0 0 72px' : 1 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** Cards of a grid while loading. */
export function CardsSkeleton({
  cards = 4,
  height = 110,
  minWidth = 220,
}: {
  cards?: number;
  height?: number;
  minWidth?: number;
}) {
  return (
    <Box
      aria-hidden="true"
      sx={{ display: 'grid', gap: 2 }}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(${minWidth}px, 1fr))` }}
    >
      {lines(cards).map((card) => (
        <Skeleton key={card} variant="rounded" height={height} />
      ))}
    </Box>
  );
}
