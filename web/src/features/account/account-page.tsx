import { Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';
import { SessionsCard } from './sessions/sessions-card.tsx';
import { SignInCard } from './sign-in/sign-in-card.tsx';
import { accountText as text } from './text.ts';

/** The own account (/account), for everybody who is signed in. */
export default function AccountPage() {
  return (
    <>
      <PageHeader title={text.title} />
      <Stack gap={2} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <Stack gap={2} sx={{ alignContent: 'start' }}>
          <SignInCard />
          <SecondFactorCard />
        </Stack>
        <Stack gap={2} sx={{ alignContent: 'start' }}>
          <SessionsCard />
        </Stack>
      </Stack>
    </>
  );
}
