import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { appointmentIdSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { PaymentChip, StatusChip } from '../../shared/appointments/status-chip.tsx';
import { clockTime, isForeignZone, longDate, shortDate } from '../../shared/format/time.ts';
import { phoneText } from '../../shared/format/words.ts';
import { paths, replayPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Section } from '../../ui/card.tsx';
import { Notice } from '../../ui/list-state.tsx';
import { useOverdue } from '../../ui/overdue.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { EntryDetail } from './components/entry-detail.tsx';
import { ExportButtons } from './components/export-buttons.tsx';
import { extentOf, isRefused, toneOf, whenOf, whoOf } from './story.ts';
import { proofText, auditText as text } from './text.ts';

type Story = ResponseOf<'getAppointmentStory'>;

function Facts({ appointment }: Pick<Story, 'appointment'>) {
  const { UserContact: phone, UserLocation: location, Payment_Status: payment } = appointment;
  return (
    <SummaryList
      label={text.facts}
      items={[
        { term: 'Patient', value: appointment.UserName ?? text.erased },
        ...(phone === null ? [] : [{ term: 'Contact', value: phoneText(phone) }]),
        ...(location === null ? [] : [{ term: 'Location', value: location }]),
        { term: 'Doctor', value: appointment.POCName },
        { term: 'Specialization', value: appointment.Specialization },
        ...(appointment.BranchID > 0
          ? [{ term: 'Branch', value: appointment.BranchName ?? `Branch ID: ${appointment.BranchID}` }]
          : []),
        { term: 'Type', value: appointment.AppointmentType },
        { term: 'Date', value: longDate(appointment.AppointmentDate) },
        { term: 'Time', value: clockTime(appointment.AppointmentTime) },
        ...(payment === null ? [] : [{ term: 'Payment', value: <PaymentChip payment={payment} /> }]),
      ]}
    />
  );
}

/** @param boards whether each entry links to the board of its moment, which doctors don't see */
function StoryOf({ story, boards }: { story: Story; boards: boolean }) {
  const { appointment, entries, chainWhole, refusalsLevel, zone } = story;
  const [detailed, setDetailed] = useState(false);
  const when = whenOf(entries, zone);
  const extent = extentOf(entries.length, chainWhole);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '7fr 5fr' }, alignItems: 'start' }}>
      {chainWhole ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Banner tone="cancelled" icon="warning" urgent>
            {text.broken}
          </Banner>
        </Box>
      )}
      {refusalsLevel ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Banner tone="notVisited" icon="clock">
            {text.refusalsBuilding}
          </Banner>
        </Box>
      )}
      <Section
        title={text.story}
        aside={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            {isForeignZone(zone) ? `${extent} · times of the clinic (${zone})` : extent}
            <Button
              variant="text"
              size="small"
              aria-expanded={detailed}
              onClick={() => setDetailed((shown) => !shown)}
              sx={{ fontSize: '0.8125rem', minHeight: { md: 24 }, py: 0 }}
            >
              {detailed ? text.hideDetail : text.showDetail}
            </Button>
          </Box>
        }
      >
        <Timeline
          label={text.story}
          entries={entries.map((entry, index) => ({
            id: entry.eventId,
            when: <time dateTime={entry.recordedAt}>{when[index]}</time>,
            what: entry.sentence,
            who: boards ? (
              <>
                {whoOf(entry)}{' '}
                <MuiLink
                  component={Link}
                  to={replayPath({ position: entry.position, at: entry.recordedAt })}
                  aria-label={`${text.boardThen}: ${entry.sentence}`}
                  sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 24, whiteSpace: 'nowrap' }}
                >
                  {text.boardThen}
                </MuiLink>
              </>
            ) : (
              whoOf(entry)
            ),
            tone: toneOf(entry),
            hollow: isRefused(entry),
            ...(detailed ? { detail: <EntryDetail entry={entry} /> } : {}),
          }))}
        />
      </Section>
      <Section title={text.facts}>
        <Facts appointment={appointment} />
      </Section>
    </Box>
  );
}

/** Doesn't reveal whether the appointment exists: another client's and a missing one look alike. */
const isNoStory = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 403);

/** The story of one appointment (/audit/appointments/:appointmentId): who did what, when, what undid what, and what was refused. */
export function AppointmentStoryPage() {
  const { role, clientId } = useIdentity();
  const appointmentId = useParams()['appointmentId'] ?? '';
  const isId = appointmentIdSchema.safeParse(appointmentId).success;
  const query = useCall('getAppointmentStory', { appointmentId }, { enabled: isId });
  const overdue = useOverdue(isId && query.isPending);
  const back =
    role === 'doctor' ? null : (
      <Button component={Link} to={paths.auditAppointments} variant="outlined" className="not-on-paper">
        {text.back}
      </Button>
    );

  const story = query.data;
  if (story) {
    const { UserName, AppointmentDate, AppointmentTime, Status } = story.appointment;
    return (
      <>
        <PageHeader
          title={`${UserName ?? text.erased} · ${shortDate(AppointmentDate)}, ${clockTime(AppointmentTime)}`}
          beside={<StatusChip status={Status} />}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
              <Button variant="outlined" onClick={() => window.print()}>
                {proofText.print}
              </Button>
              {role === 'doctor' ? null : <ExportButtons request={{ clientId, appointmentId }} />}
              {back}
            </Box>
          }
        />
        <StoryOf story={story} boards={role !== 'doctor'} />
      </>
    );
  }
  const missing = !isId || isNoStory(query.error);
  return (
    <>
      <PageHeader title={text.title} action={back} />
      {missing ? <Notice icon="search" title={text.noStory} hint={text.noStoryHint} /> : null}
      {!missing && query.isError ? (
        <Notice
          icon="warning"
          failed
          title={text.storyFailed}
          action={{ name: 'Try Again', perform: () => void query.refetch() }}
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
