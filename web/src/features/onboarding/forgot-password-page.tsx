import { isEmail } from '@dayline/contracts/fields/email-address';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame, OutcomeBanner } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { paths } from '../../shared/paths.ts';
import { TextField } from '../../ui/fields/fields.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { forgotText as text } from './text.ts';

/** Forgot password (/forgot-password), section 2. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const address = email.trim();
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (address === '' ? text.missing : isEmail(address) ? undefined : text.invalidEmail),
    send: () => sendPatiently('requestPasswordReset', { email: address }),
    failed: text.failed,
  });
  return (
    <FormFrame title={text.title} lead={text.lead}>
      <Box component="form" onSubmit={submit} noValidate aria-label={text.title} sx={{ display: 'grid', gap: 2.5 }}>
        <OutcomeBanner outcome={outcome} />
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
        <Button type="submit" loading={isPending}>
          {text.submit}
        </Button>
        <TextLink to={paths.signIn} sx={{ justifySelf: 'start' }}>
          {text.back}
        </TextLink>
      </Box>
    </FormFrame>
  );
}
