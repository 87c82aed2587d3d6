import { isPasswordTooLong, passwordProblem, passwordTooLong } from '@dayline/contracts/fields/password';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../../shared/api/call-error.ts';
import { paths } from '../../../shared/paths.ts';
import { isOfLink } from '../../../shared/session/link-token.ts';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { CountdownRedirect } from '../../../ui/feedback/countdown-redirect.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { passwordText as text, verifyText } from '../text.ts';
import { PasswordMeter } from './password-meter.tsx';

export interface NewPasswordFormProps {
  passwordLabel: string;
  submitLabel: string;
  /** For a password manager: whose password it is. */
  email?: string | undefined;
  /** Replaces the sentence of the first broken rule. */
  rulesSentence?: string;
  /** Shown when no response came. */
  failedSentence: string;
  isPending: boolean;
  /** Sends it; resolves to the server's sentence. */
  onSubmit(password: string): Promise<{ readonly message: string }>;
  /** Shown instead of the form if the link itself was refused. */
  nextStep: React.ReactNode;
}

/** Two entries of a new password with meter and match rule; once it is set, redirects to sign-in after 5 s. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { email, passwordLabel, submitLabel, rulesSentence, failedSentence, isPending, onSubmit, nextStep } = props;
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<{ readonly sentence: string; readonly isOfLink: boolean } | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const broken = passwordProblem(password);
    if (broken) return setProblem({ sentence: rulesSentence ?? broken, isOfLink: false });
    if (isPasswordTooLong(password)) return setProblem({ sentence: passwordTooLong, isOfLink: false });
    if (password !== confirmation) return setProblem({ sentence: text.mismatch, isOfLink: false });
    setProblem(null);
    try {
      setDone((await onSubmit(password)).message);
    } catch (error) {
      if (!(error instanceof CallError)) return setProblem({ sentence: failedSentence, isOfLink: false });
      const ofLink = isOfLink(error);
      setProblem({ sentence: ofLink ? verifyText.invalidLink : error.message, isOfLink: ofLink });
    }
  };

  if (done !== null) {
    return (
      <>
        <Banner tone="visited" icon="check">
          {done}
        </Banner>
        <CountdownRedirect to={paths.signIn} label={text.toSignIn} />
      </>
    );
  }
  if (problem?.isOfLink) {
    return (
      <>
        <Problem>{problem.sentence}</Problem>
        {nextStep}
      </>
    );
  }
  return (
    <Box component="form" onSubmit={submit} noValidate aria-label={submitLabel} sx={{ display: 'grid', gap: 2.5 }}>
      <Problem>{problem?.sentence}</Problem>
      {email === undefined ? null : <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        label={passwordLabel}
        name="new-password"
        autoFocus
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
      <PasswordField
        label={text.confirm}
        name="confirm-password"
        value={confirmation}
        onChange={setConfirmation}
        autoComplete="new-password"
      />
      <PasswordMeter password={password} confirm={confirmation} />
      <Button type="submit" loading={isPending} sx={{ minHeight: 44 }}>
        {submitLabel}
      </Button>
    </Box>
  );
}
