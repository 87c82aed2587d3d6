import { isPasswordTooLong, passwordProblem, passwordTooLong } from '@dayline/contracts/fields/password';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { paths } from '../../../shared/paths.ts';
import { fieldText } from '../../../shared/sentences/fields-text.ts';
import { isLinkInvalid } from '../../../shared/session/link-token.ts';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { CountdownRedirect } from '../../../ui/feedback/countdown-redirect.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { passwordText as text, verifyText } from '../text.ts';
import { PasswordMeter } from './password-meter.tsx';

export interface NewPasswordFormProps {
  passwordLabel: string;
  submitLabel: string;
  /** For a password manager: the account's email. */
  email?: string | undefined;
  /** Replaces the sentence of the first broken rule. */
  rulesSentence?: string;
  /** Shown when no response came. */
  failedSentence: string;
  /** Fields above the password, and the error in them. */
  before?: React.ReactNode;
  problemBefore?(): string | undefined;
  /** Sends it; resolves to the server's sentence. */
  onSubmit(password: string): Promise<{ readonly message: string }>;
  /** Shown instead of the form if the link itself was refused. */
  nextStep: React.ReactNode;
}

/** Two fields for a new password with meter and match rule; once it is set, redirects to sign-in after 5 s. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { email, passwordLabel, submitLabel, rulesSentence, failedSentence, onSubmit, nextStep } = props;
  const { before, problemBefore } = props;
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => {
      const wrong = problemBefore?.();
      if (wrong !== undefined) return wrong;
      const broken = passwordProblem(password);
      if (broken) return rulesSentence ?? fieldText[broken] ?? broken;
      if (isPasswordTooLong(password)) return fieldText[passwordTooLong] ?? passwordTooLong;
      return password === confirmation ? undefined : text.mismatch;
    },
    send: () => onSubmit(password),
    refused: (refusal) => (isLinkInvalid(refusal) ? verifyText.invalidLink : refusal.message),
    failed: failedSentence,
  });

  if (outcome?.isDone) {
    return (
      <>
        <Banner tone="visited" icon="check">
          {outcome.sentence}
        </Banner>
        <CountdownRedirect to={paths.signIn} label={text.toSignIn} />
      </>
    );
  }
  if (outcome?.refusal && isLinkInvalid(outcome.refusal)) {
    return (
      <>
        <Problem>{outcome.sentence}</Problem>
        {nextStep}
      </>
    );
  }
  return (
    <Box component="form" onSubmit={submit} noValidate aria-label={submitLabel} sx={{ display: 'grid', gap: 2.5 }}>
      <Problem>{outcome?.sentence}</Problem>
      {email === undefined ? null : <input type="email" autoComplete="username" value={email} readOnly hidden />}
      {before}
      <PasswordField
        label={passwordLabel}
        name="new-password"
        autoFocus={before === undefined}
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
      <Button type="submit" loading={isPending}>
        {submitLabel}
      </Button>
    </Box>
  );
}
