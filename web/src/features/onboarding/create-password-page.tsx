import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router-dom';
import { useSending } from '../../shared/api/plain-calls.ts';
import { paths } from '../../shared/paths.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { OnboardingFrame } from './components/onboarding-frame.tsx';
import { passwordText as text, verifyText } from './text.ts';

/** Navigation state from email verification; it survives a reload. */
function verifiedIn(state: unknown): { email: string; pocId: string } | null {
  if (typeof state !== 'object' || state === null || !('email' in state) || !('pocId' in state)) return null;
  const { email, pocId } = state;
  return typeof email === 'string' && typeof pocId === 'string' ? { email, pocId } : null;
}

const NewLink = () => (
  <Button component={Link} to={paths.signUp} sx={{ minHeight: 44 }}>
    {verifyText.newLink}
  </Button>
);

/** Create password (/create-password), section 2. */
export default function CreatePasswordPage() {
  const verified = verifiedIn(useLocation().state);
  const update = useSending('updatePassword');
  return (
    <OnboardingFrame title={text.createTitle} lead={verified?.email}>
      {verified ? (
        <NewPasswordForm
          email={verified.email}
          passwordLabel={text.password}
          submitLabel={text.create}
          failedSentence={text.createFailed}
          isPending={update.isPending}
          onSubmit={(password) => update.send({ ...verified, password })}
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
    </OnboardingFrame>
  );
}
