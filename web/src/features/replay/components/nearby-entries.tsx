import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import type { AsOf } from '@dayline/contracts/endpoints/audit/as-of';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { instantAtClinic, timeAtClinic } from '../../../shared/format/time.ts';
import { entryAnchor, Timeline, type TimelineEntry } from '../../../ui/charts/timeline.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { kindOf, type MarkKind } from '../replay.ts';
import { replayText as text } from '../text.ts';

const tones: Record<MarkKind, NonNullable<TimelineEntry['tone']>> = {
  booked: 'confirmed',
  visited: 'visited',
  notVisited: 'notVisited',
  cancelled: 'cancelled',
  moved: 'confirmed',
  undone: 'teal',
  refused: 'cancelled',
  other: 'quiet',
};

/** An entry's relation to another, or the reason if it was refused. */
function noteOf({ note, undoes, undoneBy }: ActivityEntry, entries: readonly ActivityEntry[], zone: string) {
  const undone = undoes === null ? undefined : entries.find(({ eventId }) => eventId === undoes);
  const link = (id: string, words: string) =>
    entries.some(({ eventId }) => eventId === id) ? <MuiLink href={`#${entryAnchor(id)}`}>{words}</MuiLink> : words;
  if (undoneBy) return link(undoneBy.eventId, text.undone(timeAtClinic(undoneBy.recordedAt, zone)));
  if (undone) return link(undone.eventId, text.undoes(timeAtClinic(undone.recordedAt, zone)));
  return undoes === null ? note : text.undoesEarlier;
}

/** The entries before and after the moment; a bracket joins an undo and what it undid. */
export function NearbyEntries({ entries, asOf }: { entries: readonly ActivityEntry[]; asOf: AsOf }) {
  const { position, zone } = asOf;
  const firstLater = entries.find((entry) => entry.position > position);
  const divider = (
    <Box sx={{ pt: 0.5, pb: 1 }}>
      <Typography
        variant="caption"
        component="h3"
        sx={{
          pt: 0.5,
          textAlign: 'center',
          borderTop: '1px dashed',
          borderColor: 'status.blocked.main',
          color: 'status.blocked.main',
        }}
      >
        {text.later}
      </Typography>
    </Box>
  );
  const timeOf = ({ recordedAt }: ActivityEntry) =>
    clinicNow(Date.parse(recordedAt), zone).date === asOf.date
      ? timeAtClinic(recordedAt, zone)
      : instantAtClinic(recordedAt, zone, true);
  const lineOf = (entry: ActivityEntry): TimelineEntry => {
    const isHere = entry.position === position;
    const note = noteOf(entry, entries, zone);
    return {
      id: entry.eventId,
      when: (
        <Box component="time" dateTime={entry.recordedAt} sx={{ fontSize: '0.8125rem' }}>
          {timeOf(entry)}
        </Box>
      ),
      what: `${entry.actor.name} ${entry.sentence}`,
      who: (
        <>
          {isHere ? text.here : null}
          {isHere && note !== null ? ' · ' : null}
          {note}
        </>
      ),
      tone: tones[kindOf(entry)],
      hollow: entry.outcome === 'refused',
      undoes: entry.undoes,
      ...(entry === firstLater ? { before: divider } : {}),
    };
  };
  const when = timeAtClinic(asOf.instant, zone);
  return (
    <Section title={text.around(when)}>
      {entries.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{text.noneAround}</Typography>
      ) : (
        <Timeline label={text.around(when)} entries={entries.map(lineOf)} />
      )}
    </Section>
  );
}
