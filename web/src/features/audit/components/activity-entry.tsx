import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { auditStoryPath, patientPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Facts } from '../../../ui/layout/summary-list.tsx';
import { isStory, technicalOf } from '../activity.ts';
import { actionWords, channelWords, outcomeWords, activityText as text } from '../text.ts';
import { Causes } from './causes.tsx';

/** One entry in full: time, channel, and the log's details. */
export function FullEntry(props: { entry: ActivityEntry; zone: string; onClose(): void }) {
  const { entry, zone, onClose } = props;
  const { actor, sentence, note, action, outcome, channel, appointmentId, patientId, undoneBy } = entry;
  return (
    <Box component="section" aria-label={`${actor.name} ${sentence}`} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {actor.name} {sentence}
        </Typography>
        <IconButton size="small" onClick={onClose} aria-label={text.close}>
          <Icon name="cross" />
        </IconButton>
      </Box>
      <Facts
        items={[
          { term: text.clinicTime, value: `${instantAtClinic(entry.recordedAt, zone, true)} (${zone})` },
          { term: text.channel, value: channelWords[channel] },
          { term: text.action, value: actionWords[action] },
          { term: text.outcome, value: note === null ? outcomeWords[outcome] : `${outcomeWords[outcome]}: ${note}` },
          ...(undoneBy === null
            ? []
            : [{ term: text.undone, value: instantAtClinic(undoneBy.recordedAt, zone, true) }]),
        ]}
      />
      {isStory(appointmentId) ? (
        <LinkButton to={auditStoryPath(appointmentId)} variant="outlined" startIcon={<Icon name="history" />}>
          {text.story}
        </LinkButton>
      ) : null}
      {patientId == null ? null : (
        <LinkButton to={patientPath(patientId)} variant="outlined" startIcon={<Icon name="person" />}>
          {text.patientPage}
        </LinkButton>
      )}
      {/* Below the links: it loads after them and must not move them under the pointer. */}
      <Causes entry={entry} zone={zone} />
      <Box component="details" sx={{ '& summary': { cursor: 'pointer', fontWeight: 600, mb: 1 } }}>
        <summary>{text.technical}</summary>
        <Facts items={technicalOf(entry)} />
      </Box>
    </Box>
  );
}
