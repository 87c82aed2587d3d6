import type { ActivityEntry, CauseRelation } from '@dayline/contracts/endpoints/audit/activity';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { auditStoryPath } from '../../../shared/paths.ts';
import { Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { isStory } from '../activity.ts';
import { useCauses } from '../api/queries.ts';
import { channelWords, relationText, activityText as text } from '../text.ts';

/** Relations to what came before; the others are effects. */
const causes: ReadonlySet<CauseRelation> = new Set(['asked', 'undoes', 'freedBy']);

interface Step {
  readonly key: string;
  readonly label: string;
  readonly entry: ActivityEntry;
}

function Steps({ label, steps, zone }: { label: string; steps: readonly Step[]; zone: string }) {
  return (
    <PlainList component="ol" aria-label={label} sx={{ display: 'grid', gap: 1, '& a': { color: 'primary.main' } }}>
      {steps.map(({ key, label: relation, entry }) => {
        const { actor, sentence, note, appointmentId } = entry;
        const words = `${actor.name} ${sentence}`;
        return (
          <Box component="li" key={key} sx={{ pl: 1.5, borderLeft: '2px solid', borderColor: 'divider' }}>
            <Muted block>{`${relation}, ${instantAtClinic(entry.recordedAt, zone, true)}`}</Muted>
            {isStory(appointmentId) ? <Link to={auditStoryPath(appointmentId)}>{words}</Link> : words}
            {note === null ? null : ` ${note}`}
          </Box>
        );
      })}
    </PlainList>
  );
}

/** Shows the path from an entry up to the command that caused it, and down to what it caused. */
export function Causes({ entry, zone }: { entry: ActivityEntry; zone: string }) {
  const { data, isError } = useCauses(entry.eventId);
  const steps = (data ?? []).map(({ relation, entry: cause }) => ({
    key: cause.eventId,
    label: relationText[relation],
    relation,
    entry: cause,
  }));
  const up = steps.filter(({ relation }) => causes.has(relation));
  const down = steps.filter(({ relation }) => !causes.has(relation));
  const channel = `, ${channelWords[entry.channel]}`;
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.8125rem', lineHeight: '1.125rem' }}>
      <Typography variant="h3">{text.causes}</Typography>
      <Muted>{`${text.command} ${entry.actor.name}${channel}, ${instantAtClinic(entry.recordedAt, zone, true)}`}</Muted>
      {isError ? <span role="alert">{text.failed}</span> : null}
      {up.length > 0 ? <Steps label={text.causedBy} steps={up} zone={zone} /> : null}
      {down.length > 0 ? <Steps label={text.caused} steps={down} zone={zone} /> : null}
      {data?.length === 0 ? <span>{text.noCauses}</span> : null}
    </Box>
  );
}
