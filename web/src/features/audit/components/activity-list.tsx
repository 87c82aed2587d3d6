import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons/icon.tsx';
import { PlainList, Round, Span } from '../../../ui/layout/boxes.tsx';
import { colourOf } from '../../../ui/theme/tokens.ts';
import { signOf, spanOf, timeOf } from '../activity.ts';
import { withMovesMerged } from '../moves.ts';
import { channelWords, outcomeWords, activityText as text } from '../text.ts';

function TimelineDot({ entry }: { entry: ActivityEntry }) {
  const { icon, tone } = signOf(entry);
  const isHollow = entry.outcome === 'refused' || tone === 'quiet';
  return (
    <Round
      aria-hidden="true"
      size={20}
      sx={{
        border: '2px solid',
        borderColor: colourOf(tone),
        color: isHollow ? colourOf(tone) : 'background.paper',
        bgcolor: isHollow ? 'background.paper' : colourOf(tone),
      }}
    >
      <Icon name={icon} size={12} />
    </Round>
  );
}

export function OutcomeText({ entry }: { entry: ActivityEntry }) {
  if (entry.outcome !== 'refused') return <>{outcomeWords[entry.outcome]}</>;
  return (
    <Span
      sx={{
        px: 1,
        py: '1px',
        border: '1px dashed',
        borderColor: 'status.cancelled.line',
        borderRadius: '11px',
        color: 'status.cancelled.main',
        fontWeight: 600,
      }}
    >
      {outcomeWords.refused}
    </Span>
  );
}

/** The list, one line per entry; the selected one's details are on its right or, on a small screen, below it. */
export function ActivityList(props: {
  entries: readonly ActivityEntry[];
  zone: string;
  isOneDay: boolean;
  chosen: string | null;
  onChoose(eventId: string): void;
  /** Below the selected entry, if there is no room beside the list. */
  below: ReactNode;
}) {
  const { entries, zone, isOneDay, chosen, onChoose, below } = props;
  return (
    <PlainList component="ol" aria-label={text.title}>
      {withMovesMerged(entries, ({ correlationId }) => correlationId).map(({ entry, steps }) => {
        const isHere = entry.eventId === chosen;
        return (
          <Box component="li" key={entry.eventId} sx={{ borderBottom: '1px solid', borderColor: 'divider' }}>
            <ButtonBase
              onClick={() => onChoose(entry.eventId)}
              aria-expanded={isHere}
              sx={{
                width: '100%',
                minHeight: 40,
                px: 1.5,
                py: { xs: 1, md: 0.5 },
                display: 'grid',
                gridTemplateColumns: {
                  xs: '20px minmax(0, 1fr) auto',
                  md: `${isOneDay ? '92px' : '150px'} 20px minmax(0, 1fr) 104px 84px`,
                },
                columnGap: 1.5,
                alignItems: 'center',
                textAlign: 'left',
                font: 'inherit',
                bgcolor: isHere ? 'teal.soft' : 'transparent',
                boxShadow: isHere ? 'inset 3px 0 0 var(--dl-palette-primary-main)' : 'none',
                '&:hover': { bgcolor: 'teal.soft' },
              }}
            >
              <Box
                component="time"
                dateTime={entry.recordedAt}
                sx={{
                  gridArea: { xs: '2 / 2', md: 'auto' },
                  color: 'text.secondary',
                  textAlign: { md: 'right' },
                  whiteSpace: 'nowrap',
                  fontVariantNumeric: 'tabular-nums',
                }}
              >
                {timeOf(entry.recordedAt, zone, isOneDay)}
              </Box>
              <Box sx={{ gridArea: { xs: '1 / 1', md: 'auto' } }}>
                <TimelineDot entry={entry} />
              </Box>
              <Box sx={{ gridArea: { xs: '1 / 2 / 2 / 4', md: 'auto' }, minWidth: 0 }}>
                <b>{entry.actor.name}</b> {entry.sentence}
                <Span sx={{ color: 'text.secondary' }}>
                  {entry.note === null ? null : ` ${entry.note}`}
                  {steps.length === 0 ? null : ` ${text.steps(steps.length)}`}
                  {entry.undoneBy === null
                    ? null
                    : ` ${text.undoneLater(spanOf(entry.recordedAt, entry.undoneBy.recordedAt))}`}
                </Span>
              </Box>
              <Box sx={{ display: { xs: 'none', md: 'block' }, color: 'text.secondary', fontSize: '0.8125rem' }}>
                {channelWords[entry.channel]}
              </Box>
              <Box sx={{ gridArea: { xs: '2 / 3', md: 'auto' }, color: 'text.secondary', fontSize: '0.8125rem' }}>
                <OutcomeText entry={entry} />
              </Box>
            </ButtonBase>
            {isHere ? below : null}
          </Box>
        );
      })}
    </PlainList>
  );
}
