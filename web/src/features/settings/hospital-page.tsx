import { Suspense } from 'react';
import { useCall } from '../../shared/api/hooks.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { HospitalForm } from './components/hospital-form.tsx';
import { SettingsPage } from './components/settings-page.tsx';
import { hospitalText as text } from './hospital-text.ts';
import { IdleTime } from './sign-in-rules/idle-time.tsx';
import { SecondFactorRule } from './sign-in-rules/second-factor-rule.tsx';

const PolicyCard = lazyPiece(() => import('./single-sign-on/policy-card.tsx'));
const MessageTextsCard = lazyPiece(() => import('./message-texts/message-texts-card.tsx'));
const SingleSignOnCard = lazyPiece(() => import('./single-sign-on/card.tsx'));

/** The hospital, its sign-in provider and the rules of sign-ins (/settings/hospital); auditors read. */
export default function HospitalPage() {
  const { clientId, role } = useIdentity();
  const query = useCall('getClient', { clientId });
  const isReader = role !== 'admin';
  return (
    <SettingsPage section="hospital">
      <ListState query={query} skeleton={<RowsSkeleton rows={8} columns={2} />} failed={{ title: text.failed }}>
        {({ branches, messageTexts, singleSignOn, ...settings }) => (
          <Stack gap={2}>
            <HospitalForm key={JSON.stringify(settings)} settings={settings} isReader={isReader} />
            <Suspense>
              <MessageTextsCard settings={{ ...settings, branches, messageTexts, singleSignOn }} isReader={isReader} />
              <SingleSignOnCard provider={singleSignOn} isReader={isReader} />
              <PolicyCard hasProvider={singleSignOn !== null} isReader={isReader} />
              {isReader ? null : (
                <>
                  <SecondFactorRule />
                  <IdleTime />
                </>
              )}
            </Suspense>
          </Stack>
        )}
      </ListState>
    </SettingsPage>
  );
}
