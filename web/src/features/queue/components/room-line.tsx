import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import ButtonBase from '@mui/material/ButtonBase';
import { beginsAt, type Column, isFolded, type Need, needOf } from '../../../shared/appointments/presence/column.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { Inline, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { queueText as text } from '../text.ts';

/** '1 in · 3 waiting', or when the doctor begins; `isShort`: the time alone. */
function stateWords(column: Column, now: ClinicTime, isShort = false): string {
  const { called, waiting } = column;
  const need = needOf(column, now);
  if (isFolded(column)) return text.blockedNow;
  const begins = beginsAt(column, now);
  const counts = [
    called.length > 0 && text.inCount(called.length),
    waiting.length > 0 && text.waits(waiting.length),
    need === 'free' && text.free,
    need === 'over' && text.over,
    begins && need === 'later' && (isShort ? clockTime(begins) : text.begins(clockTime(begins))),
  ];
  return counts.filter(Boolean).join(' · ');
}

const lookOf = (need: Need) =>
  need === 'waits'
    ? { borderColor: 'status.notVisited.main', bgcolor: 'status.notVisited.soft' }
    : need === 'in'
      ? { borderColor: 'primary.main', bgcolor: 'teal.soft' }
      : { borderColor: 'divider', bgcolor: 'background.paper' };

/** All rooms at a glance, in the order of the columns: a click goes to the doctor's. */
export function RoomLine(props: {
  columns: readonly Column[];
  now: ClinicTime;
  chosenId: string | undefined;
  onChoose(pocId: string): void;
}) {
  const { columns, now, chosenId, onChoose } = props;
  return (
    <Inline
      role="group"
      aria-label={text.allRooms}
      gap={0.5}
      sx={{
        alignItems: 'stretch',
        flexWrap: { md: 'wrap' },
        overflowX: { xs: 'auto', md: 'visible' },
        scrollbarWidth: 'thin',
        p: '4px',
        m: '-4px',
        mb: '6px',
      }}
    >
      {columns.map((column) => {
        const { pocId, name, room } = column.doctor;
        const words = [stateWords(column, now), room].filter(Boolean).join(' · ');
        return (
          <ButtonBase
            key={pocId}
            title={`${name}: ${words}`}
            aria-label={`${name}: ${words}`}
            aria-pressed={pocId === chosenId}
            onClick={() => onChoose(pocId)}
            sx={{
              ...{
                display: 'block',
                // At least as wide as the longest word of the name.
                flex: { xs: '0 0 auto', md: '1 0 84px' },
                minWidth: { xs: 84, md: 'min-content' },
                maxWidth: 168,
                minHeight: { xs: 44, md: 40 },
              },
              ...{ px: 1, py: '2px', border: '1px solid', borderRadius: '6px', textAlign: 'start' },
              ...lookOf(needOf(column, now)),
              ...(pocId === chosenId ? { outline: '2px solid', outlineColor: 'primary.main' } : {}),
            }}
          >
            <Span sx={{ display: 'block', fontWeight: 600, fontSize: '0.8125rem', overflowWrap: 'break-word' }}>
              {name.replace(/^Dr\.\s+/, '')}
            </Span>
            <Muted block sx={{ fontSize: '0.75rem' }}>
              {stateWords(column, now, true)}
            </Muted>
          </ButtonBase>
        );
      })}
    </Inline>
  );
}
