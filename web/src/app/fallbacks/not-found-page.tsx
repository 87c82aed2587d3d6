import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { homeOf } from '../navigation.ts';
import { appText as text } from './text.ts';

/** Shown for an unknown address, with a way back. */
export default function NotFoundPage() {
  const identity = useSession((state) => state.identity);
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', py: { xs: 3, md: 8 } }}>
      <PageHeader title={text.nothingHere} />
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{text.nothingHint}</Typography>
      <LinkButton to={identity ? homeOf[identity.role] : paths.signIn} variant="outlined">
        {identity ? text.toDashboard : text.toSignIn}
      </LinkButton>
    </Box>
  );
}
