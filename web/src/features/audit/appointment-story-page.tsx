import { appointmentIdSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useParams } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { StatusChip } from '../../shared/appointments/status-chip.tsx';
import { clockTime, shortDate } from '../../shared/format/time.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Notice } from '../../ui/feedback/list-state.tsx';
import { useOverdue } from '../../ui/feedback/overdue.ts';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Section } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { uiText } from '../../ui/text.ts';
import { useStory } from './api/queries.ts';
import { AppointmentStory } from './components/appointment-story.tsx';
import { CheckButton } from './components/check-dialog.tsx';
import { ExportButtons } from './components/export-buttons.tsx';
import { proofText, auditText as text } from './text.ts';

/** Doesn't reveal whether the appointment exists: another client's and a missing one look alike. */
const isNoStory = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 403);

/**
 * The history of one appointment (/audit/appointments/:appointmentId): who did what, when, what undid what, and what
 * was refused.
 */
export default function AppointmentStoryPage() {
  const { role, clientId } = useIdentity();
  const appointmentId = useParams()['appointmentId'] ?? '';
  const isId = appointmentIdSchema.safeParse(appointmentId).success;
  const query = useStory(appointmentId, isId);
  const overdue = useOverdue(isId && query.isPending);
  const backLink =
    role === 'doctor' ? null : (
      <LinkButton to={paths.auditAppointments} variant="outlined" className="not-on-paper">
        {text.back}
      </LinkButton>
    );

  const story = query.data;
  if (story) {
    const { UserName, AppointmentDate, AppointmentTime, Status } = story.appointment;
    return (
      <>
        <PageHeader
          title={`${UserName ?? text.erased} · ${shortDate(AppointmentDate)}, ${clockTime(AppointmentTime)}`}
          afterTitle={<StatusChip status={Status} />}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
              <Button variant="outlined" onClick={() => window.print()}>
                {proofText.print}
              </Button>
              {role === 'doctor' ? null : (
                <>
                  <ExportButtons request={{ clientId, appointmentId }} />
                  <CheckButton />
                </>
              )}
              {backLink}
            </Box>
          }
        />
        <AppointmentStory story={story} boards={role !== 'doctor'} readAt={query.dataUpdatedAt} />
      </>
    );
  }
  const missing = !isId || isNoStory(query.error);
  return (
    <>
      <PageHeader title={text.title} action={backLink} />
      {missing ? <Notice icon="search" title={text.noStory} hint={text.noStoryHint} /> : null}
      {!missing && query.isError ? (
        <Notice
          icon="warning"
          failed
          title={text.storyFailed}
          action={{ name: uiText.tryAgain, perform: () => void query.refetch() }}
        />
      ) : null}
      {overdue ? (
        <Section title={text.story}>
          <RowsSkeleton rows={5} height={56} columns={2} />
        </Section>
      ) : null}
    </>
  );
}
