import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Fade from '@mui/material/Fade';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { useCommand } from '../../shared/api/hooks.ts';
import { forgetPositions } from '../../shared/api/positions.ts';
import { paths } from '../../shared/paths.ts';
import { dropAllDrafts } from '../../shared/session/drafts.ts';
import { forgetIdentity } from '../../shared/session/session-store.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { logoutText as text } from './text.ts';

/** "Logout fade 300 ms" (section 9). */
const fadeTime = 300;

/** Logout (/logout), section 2: "'Ready to leave?' with Sign Out then a second confirmation". */
export function LogoutPage() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const queryClient = useQueryClient();
  const signOut = useCommand('signOut');
  const [sure, setSure] = useState(false);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    document.title = 'Logout · Dayline';
  }, []);

  const leave = () => {
    forgetIdentity();
    dropAllDrafts();
    forgetPositions();
    queryClient.clear();
    setLeaving(true);
  };
  const send = () =>
    signOut.mutate(
      { request: {} },
      {
        onSuccess: leave,
        // A session that is over already needs no end.
        onError: (error) => error instanceof CallError && error.status === 401 && leave(),
      },
    );
  // "or Cancel which goes back": where nothing was before, the guard of any home leads to one's own.
  const back = () => (key === 'default' ? navigate(paths.adminDashboard, { replace: true }) : navigate(-1));
  const stay = () => (sure ? setSure(false) : back());

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
          <Box
            sx={{
              width: 56,
              height: 56,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
              bgcolor: 'teal.soft',
              color: 'primary.main',
            }}
          >
            <Icon name="logout" size={24} />
          </Box>
          <Box>
            <Typography variant="h1">{text.title}</Typography>
            <Typography sx={{ color: 'text.secondary', mt: 0.5 }} role="status">
              {sure ? text.sure : 'Signing out closes Dayline on this device.'}
            </Typography>
          </Box>
          {signOut.isError ? (
            <Banner tone="cancelled" icon="warning" urgent>
              {text.failed}
            </Banner>
          ) : null}
          <Box sx={{ display: 'grid', gap: 1, width: '100%' }}>
            {sure ? (
              // It stands where Sign Out stood: the second click of a double click is no second answer.
              <Button key="yes" autoFocus onClick={({ detail }) => detail < 2 && send()} loading={signOut.isPending}>
                {text.yes}
              </Button>
            ) : (
              <Button key="first" autoFocus onClick={() => setSure(true)}>
                {text.signOut}
              </Button>
            )}
            <Button variant="outlined" onClick={stay} disabled={signOut.isPending}>
              {sure ? text.no : text.cancel}
            </Button>
          </Box>
        </Paper>
      </Fade>
    </Box>
  );
}
