import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { NetworkFailure } from '../../shared/api/call-error.ts';
import { useCall, useCommand } from '../../shared/api/hooks.ts';
import { forgetPositions } from '../../shared/api/positions.ts';
import { paths } from '../../shared/paths.ts';
import { rememberIdentity, useSession } from '../../shared/session/session-store.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { SelectField, TextField } from '../../shared/ui/fields.tsx';
import { ModeToggle } from '../../shared/ui/mode-toggle.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { arrivalAfterSignIn } from './arrival.ts';
import { signInText as text } from './text.ts';

type Side = 'admin' | 'doctor';

const sides = [
  { value: 'admin', label: 'Admin' },
  { value: 'doctor', label: 'Doctor' },
] as const;

/** Why sign-in was led to, put there by the end of a session. */
const errorOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'error' in state && typeof state.error === 'string'
    ? state.error
    : undefined;

/** Login (/), section 2. */
export function SignInPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [side, setSide] = useState<Side>('admin');
  const [clientId, setClientId] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const clients = useCall('listClients', {}, { enabled: side === 'admin' });
  const signIn = useCommand('signIn');

  useEffect(() => {
    document.title = 'Sign In · Dayline';
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    setRefusal(undefined);
    signIn.mutate(
      { request: { email, password, role: side, clientId: side === 'admin' ? clientId : null } },
      {
        onSuccess: ({ user }) => {
          const { returnPoint } = useSession.getState();
          // What the person before had on the screen is no business of the next one.
          queryClient.clear();
          forgetPositions();
          rememberIdentity(user);
          const { to, state: carried } = arrivalAfterSignIn(user, returnPoint);
          navigate(to, { replace: true, state: carried });
        },
        onError: (error) => setRefusal(error instanceof NetworkFailure ? text.failed : error.message),
      },
    );
  };

  const notice = refusal ?? (clients.isError ? text.clientsFailed : errorOf(state));
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 2.5 }}>
      <Box>
        <Typography variant="h1" sx={{ fontSize: '1.75rem', lineHeight: '2.25rem' }}>
          {text.title}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>Sign in to see today.</Typography>
      </Box>
      {notice === undefined ? null : (
        <Banner tone="cancelled" icon="warning" urgent>
          {notice}
        </Banner>
      )}
      <ModeToggle<Side> label="Role" value={side} onChange={setSide} modes={sides} />
      {side === 'admin' ? (
        <SelectField
          label={text.client}
          placeholder={text.clientPlaceholder}
          value={clientId}
          onChange={setClientId}
          choices={(clients.data ?? []).map((client) => ({ value: client.Client_ID, label: client.Client_Name }))}
        />
      ) : null}
      <TextField
        label={text.email}
        type="email"
        name="email"
        value={email}
        onChange={setEmail}
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField
        label={text.password}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <Button type="submit" loading={signIn.isPending} sx={{ minHeight: 44 }}>
        {text.submit}
      </Button>
      {side === 'doctor' ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
          <Typography>
            {text.newUser}{' '}
            <MuiLink component={Link} to={paths.signUp}>
              {text.createAccount}
            </MuiLink>
          </Typography>
          <MuiLink component={Link} to={paths.forgotPassword}>
            {text.forgot}
          </MuiLink>
        </Box>
      ) : null}
    </Box>
  );
}
