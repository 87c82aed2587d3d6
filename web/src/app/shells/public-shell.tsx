import Box from '@mui/material/Box';
import { Outlet } from 'react-router-dom';

/** Public pages without a frame. */
export function PublicShell() {
  return (
    <Box component="main" id="main" sx={{ minHeight: '100vh', px: 2 }}>
      <Outlet />
    </Box>
  );
}
