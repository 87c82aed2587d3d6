import type { ActivityEntry } from '@dayline/contracts/endpoints/activity';
import type { AsOf } from '@dayline/contracts/endpoints/as-of';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Section } from '../../../ui/card.tsx';
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx';
import { kindOf, type MarkKind, secondsText } from '../replay.ts';
import { replayText as text } from '../text.ts';

const tones: Record<MarkKind, NonNullable<TimelineEntry['tone']>> = {
  booked: 'confirmed',
  visited: 'visited',
  notVisited: 'notVisited',
  cancelled: 'cancelled',
  undone: 'teal',
  refused: 'cancelled',
  other: 'quiet',
};

const lineOf = (entry: ActivityEntry, zone: string, isHere: boolean): TimelineEntry => ({
  id: entry.eventId,
  when: (
    <Box component="time" dateTime={entry.recordedAt} sx={{ fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
      {secondsText(entry.recordedAt, zone)}
    </Box>
  ),
  what: `${entry.actor.name} ${entry.sentence}`,
  who: [isHere ? text.here : [], entry.note ?? [], entry.undoneBy ? text.undone : []].flat().join(' · '),
  tone: tones[kindOf(entry)],
  hollow: entry.outcome === 'refused',
});

/** The entries before and after the moment. */
export function Around({ entries, asOf }: { entries: readonly ActivityEntry[]; asOf: AsOf }) {
  const { position, zone } = asOf;
  const known = entries.filter((entry) => entry.position <= position);
  const later = entries.filter((entry) => entry.position > position);
  const lines = (some: readonly ActivityEntry[]) =>
    some.map((entry) => lineOf(entry, zone, entry.position === position));
  return (
    <Section title={text.around(secondsText(asOf.instant, zone))}>
      {entries.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>{text.noneAround}</Typography> : null}
      {known.length > 0 ? <Timeline label={text.upTo} entries={lines(known)} /> : null}
      {later.length > 0 ? (
        <>
          <Typography
            variant="caption"
            component="h3"
            sx={{
              mt: 1.5,
              mb: 1,
              pt: 0.5,
              textAlign: 'center',
              borderTop: '1px dashed',
              borderColor: 'status.blocked.main',
              color: 'status.blocked.main',
            }}
          >
            {text.later}
          </Typography>
          <Timeline label={text.later} entries={lines(later)} />
        </>
      ) : null}
    </Section>
  );
}
