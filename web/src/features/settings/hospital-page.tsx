import { useCall } from '../../shared/api/hooks.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { HospitalForm } from './components/hospital-form.tsx';
import { SettingsPage } from './components/settings-page.tsx';
import { hospitalText as text } from './hospital-text.ts';

/** The hospital (/settings/hospital); auditors read. */
export default function HospitalPage() {
  const { clientId, role } = useIdentity();
  const query = useCall('getClient', { clientId });
  return (
    <SettingsPage section="hospital">
      <ListState query={query} skeleton={<RowsSkeleton rows={8} columns={2} />} failed={{ title: text.failed }}>
        {({ branches: _, ...settings }) => (
          <HospitalForm key={JSON.stringify(settings)} settings={settings} isReader={role !== 'admin'} />
        )}
      </ListState>
    </SettingsPage>
  );
}
