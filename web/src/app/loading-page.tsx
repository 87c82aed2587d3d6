import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useOverdue } from '../ui/feedback/overdue.ts';
import { Mark } from '../ui/icons/mark.tsx';

/** "A protected page validates the session and shows 'Loading...' meanwhile" (section 2); not for short waits. */
export function LoadingPage() {
  const overdue = useOverdue(true);
  const long = useOverdue(true, 4_000);
  return (
    <Box
      role="status"
      sx={{ minHeight: '60vh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 1.5 }}
    >
      <Box sx={{ opacity: overdue ? 1 : 0, display: 'grid', justifyItems: 'center', gap: 1.5 }}>
        <Mark size={40} />
        <Typography sx={{ color: 'text.secondary' }}>Loading...</Typography>
        {long ? 'The service is slow or away. Dayline keeps trying and goes on by itself.' : null}
      </Box>
    </Box>
  );
}
