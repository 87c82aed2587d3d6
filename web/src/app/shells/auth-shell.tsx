import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link, Outlet } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Mark } from '../../ui/mark.tsx';
import { DayPicture } from './day-picture.tsx';

const siteLinks = [
  { label: 'About Dayline', to: paths.home },
  { label: 'Privacy Policy', to: paths.privacyPolicy },
  { label: 'Terms of Service', to: paths.termsOfService },
];

/** Sign-in and related pages: the form on one side, a picture on the other. */
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
        <Box sx={{ flex: 1, display: 'grid', alignContent: { xs: 'start', md: 'center' }, py: { xs: 3, md: 4 } }}>
          <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto' }}>
            <Outlet />
          </Box>
        </Box>
        <Box
          component="nav"
          aria-label="About Dayline"
          sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: 3, fontSize: '0.8125rem' }}
        >
          {siteLinks.map(({ label, to }) => (
            <MuiLink
              key={to}
              component={Link}
              to={to}
              sx={{
                color: 'text.secondary',
                display: 'inline-flex',
                alignItems: 'center',
                minHeight: { xs: 44, md: 24 },
              }}
            >
              {label}
            </MuiLink>
          ))}
        </Box>
      </Box>
      <DayPicture />
    </Box>
  );
}
