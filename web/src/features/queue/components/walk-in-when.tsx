import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { beginsAt, type Column } from '../../../shared/appointments/presence/column.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { Bold, Muted } from '../../../ui/layout/boxes.tsx';
import { pill } from '../../../ui/layout/tabs-panel.tsx';
import { countBefore, shortestWaits } from '../rules.ts';
import { queueText as text } from '../text.ts';

/** When a walk-in would be seen: 'next free 3:40 PM'. */
function seenWords({ doctor: { walkIn, blocked } }: Column, { time }: ClinicTime): string {
  if (walkIn === null) return blocked ? text.blocked : text.noTime;
  if (walkIn.overbooked) return text.overbookedAt(clockTime(walkIn.time));
  return walkIn.time <= time ? text.freeNow : text.nextFreeAt(clockTime(walkIn.time));
}

const beforeWords = (column: Column): string | undefined =>
  column.doctor.walkIn ? text.before(countBefore(column, column.doctor.walkIn.time)) : undefined;

/** 'Dr. Imran Qureshi · begins 2:00 PM · next free 3:40 PM · 7 before', and the shortest waits to choose from. */
export function WalkInWhen(props: {
  columns: readonly Column[];
  /** The doctor's column; undefined until one is chosen. */
  chosen: Column | undefined;
  now: ClinicTime;
  onChoose(pocId: string): void;
}) {
  const { columns, chosen, now, onChoose } = props;
  const begins = chosen && beginsAt(chosen, now);
  const shortest = shortestWaits(columns, chosen?.doctor.department);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {chosen === undefined ? null : (
        <Box role="status">
          <Bold sx={{ fontWeight: 600 }}>{chosen.doctor.name}</Bold>
          <Muted>
            {[begins && text.begins(clockTime(begins)), seenWords(chosen, now), beforeWords(chosen)]
              .filter(Boolean)
              .map((words) => ` · ${words}`)
              .join('')}
          </Muted>
        </Box>
      )}
      {shortest.length === 0 ? null : (
        <Box role="group" aria-label={text.shortestWaits} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {shortest.map((column) => {
            const isChosen = column === chosen;
            return (
              <ButtonBase
                key={column.doctor.pocId}
                aria-pressed={isChosen}
                onClick={() => onChoose(column.doctor.pocId)}
                sx={{ ...pill(isChosen), whiteSpace: 'normal', textAlign: 'start', maxWidth: '100%', py: 0.5 }}
              >
                {[column.doctor.name, seenWords(column, now), beforeWords(column)].filter(Boolean).join(' · ')}
              </ButtonBase>
            );
          })}
        </Box>
      )}
    </Box>
  );
}
