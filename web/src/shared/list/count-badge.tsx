import Box from '@mui/material/Box';
import { counted } from '../format/words.ts';

/** The total beside a title: "Count badge 'User' or 'Users'". */
export function CountBadge({ count, one, many }: { count: number; one: string; many?: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
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
      {counted(count, one, many)}
    </Box>
  );
}
