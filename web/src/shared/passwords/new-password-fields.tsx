import { isPasswordTooLong, passwordProblem, passwordTooLong } from '@dayline/contracts/fields/password';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { fieldText } from '../sentences/fields-text.ts';
import { PasswordMeter } from './password-meter.tsx';
import { newPasswordText as text } from './text.ts';

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}
export const noPassword: NewPassword = { password: '', confirmation: '' };

/** What is wrong with a new password; `rules` replaces the sentence of the first rule that it breaks. */
export function newPasswordProblem({ password, confirmation }: NewPassword, rules?: string): string | undefined {
  const problem = passwordProblem(password);
  if (problem) return rules ?? fieldText[problem] ?? problem;
  if (isPasswordTooLong(password)) return fieldText[passwordTooLong] ?? passwordTooLong;
  return password === confirmation ? undefined : text.mismatch;
}

/** A new password, twice, with its meter and rules. */
export function NewPasswordFields(props: {
  label: string;
  value: NewPassword;
  onChange(value: NewPassword): void;
  autoFocus?: boolean;
}) {
  const { label, value, onChange, autoFocus = false } = props;
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        autoFocus={autoFocus}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        autoComplete="new-password"
      />
      <PasswordField
        label={text.confirm}
        name="confirm-password"
        value={value.confirmation}
        onChange={(confirmation) => onChange({ ...value, confirmation })}
        autoComplete="new-password"
      />
      <PasswordMeter password={value.password} confirm={value.confirmation} />
    </>
  );
}
