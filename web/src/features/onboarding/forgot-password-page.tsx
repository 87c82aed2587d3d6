import { isEmail } from '@dayline/contracts/fields/email-address';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { useSending } from '../../shared/api/plain-calls.ts';
import { paths } from '../../shared/paths.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { OnboardingFrame } from './components/onboarding-frame.tsx';
import { forgotText as text } from './text.ts';

/** Forgot password (/forgot-password), section 2. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const request = useSending('requestPasswordReset');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (request.isPending) return;
    setSent(null);
    const address = email.trim();
    if (address === '') return setError(text.missing);
    if (!isEmail(address)) return setError(text.invalidEmail);
    setError(null);
    try {
      setSent((await request.send({ email: address })).message);
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : text.failed);
    }
  };

  return (
    <OnboardingFrame title={text.title} lead={text.lead}>
      <Box component="form" onSubmit={submit} noValidate aria-label={text.title} sx={{ display: 'grid', gap: 2.5 }}>
        <Problem>{error}</Problem>
        {sent === null ? null : (
          <Banner tone="visited" icon="mail">
            {sent}
          </Banner>
        )}
        <TextField
          label={text.email}
          type="email"
          name="email"
          value={email}
          onChange={setEmail}
          autoFocus
          autoComplete="username"
          inputMode="email"
          maxLength={254}
        />
        <Button type="submit" loading={request.isPending} sx={{ minHeight: 44 }}>
          {text.submit}
        </Button>
        <MuiLink component={Link} to={paths.signIn} sx={{ justifySelf: 'start' }}>
          {text.back}
        </MuiLink>
      </Box>
    </OnboardingFrame>
  );
}
