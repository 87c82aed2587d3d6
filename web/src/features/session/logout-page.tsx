import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Fade from '@mui/material/Fade';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isSessionOver } from '../../shared/api/call-error.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { paths } from '../../shared/paths.ts';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { isInPlace } from '../../ui/buttons/single-press.ts';
import { Problem } from '../../ui/feedback/banner.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Round } from '../../ui/layout/boxes.tsx';
import { useDocumentTitle } from '../../ui/product.ts';
import { logoutText as text } from './logout-text.ts';

/** "Logout fade 300 ms" (section 9). */
const fadeTime = 300;

/** Logout (/logout), section 2: "'Ready to leave?' with Sign Out then a second confirmation". */
export default function LogoutPage() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [sure, setSure] = useState(false);
  const [leaving, setLeaving] = useState(false);

  useDocumentTitle(text.page);

  const leave = () => {
    forgetShown('gone');
    setLeaving(true);
  };
  const { submit, isPending, outcome } = useSubmit({
    // A session that has already ended needs no sign-out.
    send: () => sendPatiently('signOut', {}).catch((error) => isSessionOver(error) || Promise.reject(error)),
    onDone: () => void leave(),
    refused: () => text.failed,
    failed: text.failed,
  });
  // "or Cancel which goes back": without a previous page, the guard of any home page redirects to the person's own.
  const goBack = () => (key === 'default' ? navigate(paths.adminDashboard, { replace: true }) : navigate(-1));
  const stopSigningOut = () => (sure ? setSure(false) : goBack());

  return (
    <Box sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', py: 3 }}>
      <Fade in={!leaving} timeout={fadeTime} onExited={() => navigate(paths.signIn, { replace: true })}>
        <Paper
          sx={{
            width: '100%',
            maxWidth: 400,
            p: 4,
            display: 'grid',
            gap: 2,
            justifyItems: 'center',
            textAlign: 'center',
          }}
        >
          <Round size={56} sx={{ bgcolor: 'teal.soft', color: 'primary.main' }}>
            <Icon name="logout" size={24} />
          </Round>
          <Box>
            <Typography variant="h1">{text.title}</Typography>
            <Typography sx={{ color: 'text.secondary', mt: 0.5 }} role="status">
              {sure ? text.sure : text.hint}
            </Typography>
          </Box>
          <Problem>{outcome?.sentence}</Problem>
          <Box {...isInPlace} sx={{ display: 'grid', gap: 1, width: '100%' }}>
            {sure ? (
              <Button key="yes" autoFocus onClick={submit} loading={isPending}>
                {text.yes}
              </Button>
            ) : (
              <Button key="first" autoFocus onClick={() => setSure(true)}>
                {text.signOut}
              </Button>
            )}
            <Button variant="outlined" onClick={stopSigningOut} disabled={isPending}>
              {sure ? text.no : text.cancel}
            </Button>
          </Box>
        </Paper>
      </Fade>
    </Box>
  );
}
