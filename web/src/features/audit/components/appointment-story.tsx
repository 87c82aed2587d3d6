import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { clockTime, instantAtClinic, isForeignZone, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { auditStoryPath, replayedDayPath, replayPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { entryAnchor, Timeline } from '../../../ui/charts/timeline.tsx';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { withMovesMerged } from '../moves.ts';
import { actorText, extentOf, isRefused, stoppableIn, tiedTo, toneOf, whenOf } from '../story.ts';
import { auditText as text } from '../text.ts';
import { EntryDetail } from './entry-detail.tsx';
import { StopMessage } from './stop-message.tsx';
import { BookedFacts, Facts } from './story-facts.tsx';

type Story = ResponseOf<'getAppointmentStory'>;

/** An entry's author, and its relation to another entry. */
function EntryActor({ entry }: { entry: StoryEntry }) {
  const { note } = entry;
  const link = tiedTo(entry);
  if (note === null) return actorText(entry);
  return (
    <>
      {`${actorText(entry)} · `}
      {link === null ? note : <MuiLink href={`#${entryAnchor(link)}`}>{note}</MuiLink>}
    </>
  );
}

/**
 * The link to the appointment's day after an entry: the board if the entry was made on that day, otherwise the day's
 * details.
 */
function boardThen({ position, recordedAt }: StoryEntry, { appointment, zone }: Story): string {
  const moment = { position, at: recordedAt };
  const { AppointmentDate: day, AppointmentId } = appointment;
  const isSameDay = clinicNow(Date.parse(recordedAt), zone).date === day;
  return isSameDay ? replayPath(moment) : replayedDayPath(moment, day, AppointmentId);
}

/** An entry's link to the board of its moment, and its technical detail. */
function EntryDetails({ entry, boards, story }: { entry: StoryEntry; boards: boolean; story: Story }) {
  const { role } = useIdentity();
  const messageId = role === 'admin' ? stoppableIn(entry, story.entries) : null;
  return (
    <Box
      className="not-on-paper"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: '0.8125rem', lineHeight: '1.125rem' }}
    >
      {boards ? (
        <TextLink
          to={boardThen(entry, story)}
          aria-label={`${text.boardThen}: ${entry.sentence}`}
          sx={{ py: '3px', minHeight: 24 }}
        >
          {text.boardThen}
        </TextLink>
      ) : null}
      {messageId === null ? null : (
        <StopMessage appointmentId={story.appointment.AppointmentId} messageId={messageId} sentence={entry.sentence} />
      )}
      <EntryDetail entry={entry} zone={story.zone} />
    </Box>
  );
}

/** The steps that led to an entry, on demand. */
function StorySteps({ entries, boards, story }: { entries: readonly StoryEntry[]; boards: boolean; story: Story }) {
  if (entries.length === 0) return null;
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem', '& summary': { cursor: 'pointer', py: '3px' } }}>
      <summary>{text.steps(entries.length)}</summary>
      <PlainList
        component="ol"
        sx={{ display: 'grid', gap: 1, pl: 1.5, borderLeft: '2px solid', borderColor: 'divider' }}
      >
        {entries.map((entry) => (
          <li key={entry.eventId} id={entryAnchor(entry.eventId)}>
            {entry.sentence}
            <Muted block>{actorText(entry)}</Muted>
            <EntryDetails entry={entry} boards={boards} story={story} />
          </li>
        ))}
      </PlainList>
    </Box>
  );
}

/** Additional lines of the printed history: the patient, the time of reading, and the end. */
const OnPaper = ({ children }: { children: ReactNode }) => (
  <Typography
    variant="caption"
    sx={{ display: 'none', gridColumn: '1 / -1', '@media print': { display: 'block', color: 'text.secondary' } }}
  >
    {children}
  </Typography>
);

/**
 * An appointment's entries and facts.
 *
 * @param boards whether each entry links to the board of its moment, which doctors don't see
 */
export function AppointmentStory({ story, boards, readAt }: { story: Story; boards: boolean; readAt: number }) {
  const { clientName } = useIdentity();
  const { appointment, entries, whenBooked, movedTo, chainWhole, refusalsLevel, zone } = story;
  const rows = withMovesMerged(entries, ({ metadata }) => metadata.correlationId);
  const when = whenOf(
    rows.map(({ entry }) => entry),
    zone,
  );
  const extent = extentOf(entries.length, chainWhole);
  const last = entries
    .map(({ position }) => position)
    .sort()
    .at(-1);
  return (
    <Stack
      gap={2}
      sx={{
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
      {movedTo === null ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Banner tone="confirmed" icon="calendar">
            <TextLink to={auditStoryPath(movedTo.appointmentId)}>
              {text.movedTo(
                [shortWeekdayAndDate(movedTo.date), movedTo.time && clockTime(movedTo.time), movedTo.POCName]
                  .filter(Boolean)
                  .join(', '),
                movedTo.by,
              )}
            </TextLink>
          </Banner>
        </Box>
      )}
      {chainWhole ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Problem>{text.broken}</Problem>
        </Box>
      )}
      {refusalsLevel ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Banner tone="notVisited" icon="clock">
            {text.refusalsBehind}
          </Banner>
        </Box>
      )}
      <Box className="story" sx={{ minWidth: 0 }}>
        <Section title={text.story} aside={isForeignZone(zone) ? `${extent} · ${text.clinicTimes(zone)}` : extent}>
          <Timeline
            label={text.story}
            entries={rows.map(({ entry, steps }, index) => ({
              id: entry.eventId,
              when: <time dateTime={entry.recordedAt}>{when[index]}</time>,
              what: entry.sentence,
              who: <EntryActor entry={entry} />,
              tone: toneOf(entry),
              hollow: isRefused(entry),
              undoes: entry.undoes,
              detail: (
                <>
                  <EntryDetails entry={entry} boards={boards} story={story} />
                  <StorySteps entries={steps} boards={boards} story={story} />
                </>
              ),
            }))}
          />
        </Section>
      </Box>
      <Box className="facts" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Section title={text.facts}>
          <Facts appointment={appointment} />
        </Section>
        <Section title={text.whenBooked}>
          <BookedFacts whenBooked={whenBooked} />
        </Section>
      </Box>
      <Box className="end" sx={{ gridColumn: '1 / -1', display: 'none', '@media print': { display: 'block' } }}>
        {last === undefined ? null : <OnPaper>{text.lastEntry(last)}</OnPaper>}
      </Box>
    </Stack>
  );
}
