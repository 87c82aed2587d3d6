import { isEmail } from '@dayline/contracts/fields/email-address';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { sendPatiently, useReply } from '../../shared/api/plain-calls.ts';
import { FormFrame, OutcomeBanner } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { paths } from '../../shared/paths.ts';
import { TextField } from '../../ui/fields/fields.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { type Provider, ProviderChoice } from './components/provider-choice.tsx';
import { signUpText as text } from './text.ts';

/** Sign-up (/signup), section 2. The link is mailed; the page shows the same for every address. */
export default function SignUpPage() {
  const [provider, setProvider] = useState<Provider | null>(null);
  const [email, setEmail] = useState('');
  const emailField = useRef<HTMLInputElement>(null);
  const clients = useReply('listClients', {});
  const { submit, isPending, outcome } = useSubmit({
    problem: () => {
      if (!provider || email.trim() === '') return text.incomplete;
      return isEmail(email.trim()) ? undefined : text.invalidEmail;
    },
    send: () => sendPatiently('verifyPocEmail', { clientId: provider?.Client_ID ?? '', email: email.trim() }),
    failed: text.failed,
  });

  const choose = (chosenProvider: Provider | null) => {
    setProvider(chosenProvider);
    // The search field is removed and the focus lost. Change opens the search, which focuses itself.
    if (chosenProvider) emailField.current?.focus();
  };

  return (
    <FormFrame title={text.title} lead={text.lead}>
      <Box component="form" onSubmit={submit} noValidate aria-label={text.title} sx={{ display: 'grid', gap: 2.5 }}>
        <OutcomeBanner
          outcome={outcome ?? (clients.error ? { sentence: text.clientsFailed, isDone: false } : undefined)}
        />
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
        <Button type="submit" loading={isPending}>
          {text.submit}
        </Button>
        <Typography role="status" sx={{ color: 'text.secondary', minHeight: 20 }}>
          {isPending ? text.working : ''}
        </Typography>
        <Typography>
          {text.haveAccount} <TextLink to={paths.signIn}>{text.signIn}</TextLink>
        </Typography>
      </Box>
    </FormFrame>
  );
}
