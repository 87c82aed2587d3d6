import Box from '@mui/material/Box';
import { counted } from '../format/words.ts';

/** Holds the place of a count that isn't known yet. */
const usual = 100;

/** The total beside a title: "Count badge 'User' or 'Users'". Until it is known it takes its place, so that nothing moves. */
export function CountBadge({ count, one, many }: { count: number | undefined; one: string; many?: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        visibility: count === undefined ? 'hidden' : 'visible',
        alignItems: 'center',
        height: 24,
        px: 1,
        borderRadius: '12px',
        bgcolor: 'teal.soft',
        color: 'primary.main',
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      {counted(count ?? usual, one, many)}
    </Box>
  );
}
