import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { useSession } from '../shared/session/session-store.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { homeOf } from './navigation.ts';

/** Shown for an unknown address, with a way back. */
export function NotFoundPage() {
  const identity = useSession((state) => state.identity);
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', py: { xs: 3, md: 8 } }}>
      <PageHeader title="There is nothing here" />
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        The address may be mistyped, or the page is not part of this version. Nothing was changed.
      </Typography>
      <Button component={Link} to={identity ? homeOf[identity.role] : paths.signIn} variant="outlined">
        {identity ? 'Back to the dashboard' : 'Go to sign-in'}
      </Button>
    </Box>
  );
}
