import { isEmail } from '@dayline/contracts/fields/email-address';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { useReply, useSending } from '../../shared/api/plain-calls.ts';
import { paths } from '../../shared/paths.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { OnboardingFrame } from './components/onboarding-frame.tsx';
import { type Provider, ProviderChoice } from './components/provider-choice.tsx';
import { signUpText as text } from './text.ts';

type Notice = { readonly tone: 'visited' | 'cancelled'; readonly sentence: string };

/** Sign-up (/signup), section 2. The link is mailed; the page shows the same for every address. */
export default function SignUpPage() {
  const [provider, setProvider] = useState<Provider | null>(null);
  const [email, setEmail] = useState('');
  const emailField = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const clients = useReply('listClients', {});
  const verify = useSending('verifyPocEmail');
  const refused = (sentence: string) => setNotice({ tone: 'cancelled', sentence });

  const choose = (chosen: Provider | null) => {
    setProvider(chosen);
    // The search is gone, and the focus with it. A change opens the search, which takes the focus itself.
    if (chosen) emailField.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    setNotice(null);
    if (!provider || email.trim() === '') return refused(text.incomplete);
    if (!isEmail(email.trim())) return refused(text.invalidEmail);
    try {
      const { message } = await verify.send({ clientId: provider.Client_ID, email: email.trim() });
      setNotice({ tone: 'visited', sentence: message });
    } catch (error) {
      refused(error instanceof CallError ? error.message : text.failed);
    }
  };

  const shown: Notice | null = notice ?? (clients.error ? { tone: 'cancelled', sentence: text.clientsFailed } : null);
  return (
    <OnboardingFrame title={text.title} lead={text.lead}>
      <Box component="form" onSubmit={submit} noValidate aria-label={text.title} sx={{ display: 'grid', gap: 2.5 }}>
        {shown ? (
          <Banner
            tone={shown.tone}
            icon={shown.tone === 'visited' ? 'mail' : 'warning'}
            urgent={shown.tone === 'cancelled'}
          >
            {shown.sentence}
          </Banner>
        ) : null}
        <ProviderChoice providers={clients.data ?? []} chosen={provider} onChoose={choose} />
        <TextField
          label={text.email}
          type="email"
          name="email"
          value={email}
          onChange={setEmail}
          autoComplete="email"
          inputMode="email"
          inputRef={emailField}
          maxLength={254}
        />
        <Button type="submit" loading={verify.isPending} sx={{ minHeight: 44 }}>
          {text.submit}
        </Button>
        <Typography role="status" sx={{ color: 'text.secondary', minHeight: 20 }}>
          {verify.isPending ? text.working : ''}
        </Typography>
        <Typography>
          {text.haveAccount}{' '}
          <MuiLink component={Link} to={paths.signIn}>
            {text.signIn}
          </MuiLink>
        </Typography>
      </Box>
    </OnboardingFrame>
  );
}
