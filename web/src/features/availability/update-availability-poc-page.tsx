import Paper from '@mui/material/Paper';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { readPageIdentity } from '../../shared/session/page-identity.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { Notice } from '../../ui/feedback/list-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AvailabilityTabs } from './components/availability-tabs.tsx';
import { availabilityText as text } from './text.ts';

/** Doctor availability (/update-availability-poc), section 2: this page itself shows when its session has ended. */
export default function UpdateAvailabilityPocPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const identity = useSession((session) => session.identity);
  const { pocId } = readPageIdentity(state);
  if (identity && pocId) {
    return <AvailabilityTabs side="doctor" title={text.doctorTitle} pocId={pocId} zone={identity.zone} />;
  }
  return (
    <>
      <PageHeader title={text.doctorTitle} />
      <Paper>
        <Notice
          icon="lock"
          failed
          title={text.expired}
          action={{ name: text.toLogin, perform: () => void navigate(paths.signIn) }}
        />
      </Paper>
    </>
  );
}
