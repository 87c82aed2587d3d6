import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Outlet } from 'react-router-dom';
import { Mark } from '../../shared/ui/mark.tsx';
import { DayPicture } from './day-picture.tsx';

/** Sign-in and what belongs to it: the form at one side, a quiet picture at the other. */
export function AuthShell() {
  return (
    <Box sx={{ minHeight: '100vh', display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'minmax(440px, 5fr) 6fr' } }}>
      <Box
        component="main"
        id="main"
        sx={{
          display: 'flex',
          flexDirection: 'column',
          px: { xs: 2, sm: 6 },
          py: { xs: 2, md: 3 },
          bgcolor: 'background.paper',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <Box sx={{ borderRadius: '8px', border: '1px solid', borderColor: 'divider' }}>
            <Mark size={32} />
          </Box>
          <Typography sx={{ fontWeight: 600, fontSize: '1rem' }}>Dayline</Typography>
        </Box>
        <Box sx={{ flex: 1, display: 'grid', alignContent: 'center', py: { xs: 3, md: 4 } }}>
          <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto' }}>
            <Outlet />
          </Box>
        </Box>
      </Box>
      <DayPicture />
    </Box>
  );
}
