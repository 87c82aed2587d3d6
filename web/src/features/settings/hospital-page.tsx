import { useCall } from '../../shared/api/hooks.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Branches } from './components/branches.tsx';
import { HospitalForm } from './components/hospital-form.tsx';
import { SettingsNav } from './components/settings-nav.tsx';
import { hospitalText as text } from './hospital-text.ts';

/** The hospital and its branches (/settings/hospital); auditors read. */
export default function HospitalPage() {
  const { clientId, role } = useIdentity();
  const query = useCall('getClient', { clientId });
  const isReader = role !== 'admin';
  return (
    <>
      <PageHeader
        title={text.title}
        action={
          <LinkButton to={`${paths.audit}?action=settings`} variant="text">
            {text.history}
          </LinkButton>
        }
      />
      <SettingsNav current="hospital" />
      <ListState query={query} skeleton={<RowsSkeleton rows={8} columns={2} />} failed={{ title: text.failed }}>
        {({ branches, ...settings }) => (
          <Stack gap={2}>
            <HospitalForm key={JSON.stringify(settings)} settings={settings} isReader={isReader} />
            <Branches branches={branches} isReader={isReader} />
          </Stack>
        )}
      </ListState>
    </>
  );
}
