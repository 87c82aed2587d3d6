import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { appointmentIdSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { StatusChip } from '../../shared/appointments/status-chip.tsx';
import { clockTime, instantAtClinic, isForeignZone, shortDate } from '../../shared/format/time.ts';
import { paths, replayPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Section } from '../../ui/card.tsx';
import { Notice } from '../../ui/list-state.tsx';
import { useOverdue } from '../../ui/overdue.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { entryAnchor, Timeline } from '../../ui/timeline.tsx';
import { CheckButton } from './components/check-dialog.tsx';
import { EntryDetail } from './components/entry-detail.tsx';
import { ExportButtons } from './components/export-buttons.tsx';
import { Facts, WhenBooked } from './components/story-facts.tsx';
import { extentOf, isRefused, tiedTo, toneOf, whenOf, whoOf } from './story.ts';
import { proofText, auditText as text } from './text.ts';

type Story = ResponseOf<'getAppointmentStory'>;

/** Who made an entry, and what it has to do with another. */
function Who({ entry }: { entry: StoryEntry }) {
  const { note } = entry;
  const tied = tiedTo(entry);
  if (note === null) return whoOf(entry);
  return (
    <>
      {`${whoOf(entry)} · `}
      {tied === null ? note : <MuiLink href={`#${entryAnchor(tied)}`}>{note}</MuiLink>}
    </>
  );
}

/** The board of an entry's moment, and its technical detail. */
const More = ({ entry, boards, zone }: { entry: StoryEntry; boards: boolean; zone: string }) => (
  <Box
    className="not-on-paper"
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: '0.8125rem', lineHeight: '1.125rem' }}
  >
    {boards ? (
      <MuiLink
        component={Link}
        to={replayPath({ position: entry.position, at: entry.recordedAt })}
        aria-label={`${text.boardThen}: ${entry.sentence}`}
        sx={{ py: '3px', minHeight: 24 }}
      >
        {text.boardThen}
      </MuiLink>
    ) : null}
    <EntryDetail entry={entry} zone={zone} />
  </Box>
);

/** What a paper needs besides: whose record it is, up to when it was read, and where it ends. */
const OnPaper = ({ children }: { children: ReactNode }) => (
  <Typography
    variant="caption"
    sx={{ display: 'none', gridColumn: '1 / -1', '@media print': { display: 'block', color: 'text.secondary' } }}
  >
    {children}
  </Typography>
);

/** @param boards whether each entry links to the board of its moment, which doctors don't see */
function StoryOf({ story, boards, readAt }: { story: Story; boards: boolean; readAt: number }) {
  const { clientName } = useIdentity();
  const { appointment, entries, whenBooked, chainWhole, refusalsLevel, zone } = story;
  const when = whenOf(entries, zone);
  const extent = extentOf(entries.length, chainWhole);
  const last = entries
    .map(({ position }) => position)
    .sort()
    .at(-1);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
        alignItems: 'start',
        '@media print': {
          gap: 1,
          gridTemplateColumns: '1fr 1fr',
          '& > .story': { order: 1, gridColumn: '1 / -1' },
          '& > .facts': { display: 'contents' },
          '& > .end': { order: 2 },
          // One page: rows as high as their text.
          '& dl > div': { minHeight: 0, paddingBlock: '2px', gridTemplateColumns: '110px 1fr' },
        },
      }}
    >
      <OnPaper>
        {[clientName, text.readAt(instantAtClinic(new Date(readAt).toISOString(), zone, true), zone)].join(' · ')}
      </OnPaper>
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
      <Box className="story" sx={{ minWidth: 0 }}>
        <Section title={text.story} aside={isForeignZone(zone) ? `${extent} · times of the clinic (${zone})` : extent}>
          <Timeline
            label={text.story}
            entries={entries.map((entry, index) => ({
              id: entry.eventId,
              when: <time dateTime={entry.recordedAt}>{when[index]}</time>,
              what: entry.sentence,
              who: <Who entry={entry} />,
              tone: toneOf(entry),
              hollow: isRefused(entry),
              undoes: entry.undoes,
              detail: <More entry={entry} boards={boards} zone={zone} />,
            }))}
          />
        </Section>
      </Box>
      <Box className="facts" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Section title={text.facts}>
          <Facts appointment={appointment} />
        </Section>
        <Section title={text.whenBooked}>
          <WhenBooked whenBooked={whenBooked} />
        </Section>
      </Box>
      <Box className="end" sx={{ gridColumn: '1 / -1', display: 'none', '@media print': { display: 'block' } }}>
        {last === undefined ? null : <OnPaper>{text.lastEntry(last)}</OnPaper>}
      </Box>
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
              {role === 'doctor' ? null : (
                <>
                  <ExportButtons request={{ clientId, appointmentId }} />
                  <CheckButton />
                </>
              )}
              {back}
            </Box>
          }
        />
        <StoryOf story={story} boards={role !== 'doctor'} readAt={query.dataUpdatedAt} />
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
