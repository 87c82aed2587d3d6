import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { NewPasswordFields, newPasswordProblem, noPassword } from '../../../shared/passwords/new-password-fields.tsx';
import { paths } from '../../../shared/paths.ts';
import { isLinkInvalid } from '../../../shared/session/link-token.ts';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { CountdownRedirect } from '../../../ui/feedback/countdown-redirect.tsx';
import { passwordText as text, verifyText } from '../text.ts';

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
  const [newPassword, setNewPassword] = useState(noPassword);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => problemBefore?.() ?? newPasswordProblem(newPassword, rulesSentence),
    send: () => onSubmit(newPassword.password),
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
      <NewPasswordFields
        label={passwordLabel}
        value={newPassword}
        onChange={setNewPassword}
        autoFocus={before === undefined}
      />
      <Button type="submit" loading={isPending}>
        {submitLabel}
      </Button>
    </Box>
  );
}
