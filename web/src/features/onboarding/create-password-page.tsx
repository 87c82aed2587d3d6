import { useLocation } from 'react-router-dom';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { passwordText as text, verifyText } from './text.ts';

/** Navigation state from email verification; it survives a reload. */
function verifiedIn(state: unknown): { email: string; pocId: string } | null {
  if (typeof state !== 'object' || state === null || !('email' in state) || !('pocId' in state)) return null;
  const { email, pocId } = state;
  return typeof email === 'string' && typeof pocId === 'string' ? { email, pocId } : null;
}

const NewLink = () => <LinkButton to={paths.signUp}>{verifyText.newLink}</LinkButton>;

/** Create password (/create-password), section 2. */
export default function CreatePasswordPage() {
  const verification = verifiedIn(useLocation().state);
  return (
    <FormFrame title={text.createTitle} lead={verification?.email}>
      {verification ? (
        <NewPasswordForm
          email={verification.email}
          passwordLabel={text.password}
          submitLabel={text.create}
          failedSentence={text.createFailed}
          onSubmit={(password) => sendPatiently('updatePassword', { ...verification, password })}
          nextStep={<NewLink />}
        />
      ) : (
        <>
          <Banner tone="notVisited" icon="mail">
            {text.noLink}
          </Banner>
          <NewLink />
        </>
      )}
    </FormFrame>
  );
}
