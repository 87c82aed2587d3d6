import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** "booked/total of 0.8 or more high, 0.5 or more medium, lower low" (section 4). */
export function fillLevel(booked: number, total: number): 'high' | 'medium' | 'low' {
  const ratio = total > 0 ? booked / total : 0;
  if (ratio >= 0.8) return 'high';
  return ratio >= 0.5 ? 'medium' : 'low';
}

/** How full a slot is, as a bar and in words. */
export function FillBar({ booked, total }: { booked: number; total: number }) {
  const share = total > 0 ? Math.min(1, booked / total) : 0;
  return (
    <Box>
      <Box aria-hidden="true" sx={{ height: 6, borderRadius: '3px', bgcolor: 'fill.track', overflow: 'hidden' }}>
        <Box
          sx={{ height: '100%', borderRadius: '3px', bgcolor: `fill.${fillLevel(booked, total)}` }}
          style={{ width: `${share * 100}%` }}
        />
      </Box>
      <Typography variant="caption" sx={{ display: 'block', mt: 0.5, color: 'text.secondary' }}>
        {booked} of {total} booked
      </Typography>
    </Box>
  );
}
