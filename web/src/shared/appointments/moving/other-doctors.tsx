import ButtonBase from '@mui/material/ButtonBase';
import { useMemo } from 'react';
import { AskedField } from '../../../ui/fields/asked-field.tsx';
import { Bold, Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { useDoctors } from '../doctors/doctors.ts';
import { movingText as text } from './text.ts';
import type { MovePlace } from './use-move.ts';

type Doctors = NonNullable<ReturnType<typeof useDoctors>['data']>;

/** Those of the same department first, then by their next free time; doctors without one are left out. */
export function othersOf(doctors: Doctors, pocId: string): Doctors {
  const own = doctors.find((one) => one.pocId === pocId)?.departmentName;
  const isOwn = ({ departmentName }: Doctors[number]) => Number(departmentName !== own);
  const when = ({ nextFree }: Doctors[number]) => `${nextFree?.date} ${nextFree?.time}`;
  return doctors
    .filter((one) => one.pocId !== pocId && one.nextFree !== null)
    .sort((a, b) => isOwn(a) - isOwn(b) || when(a).localeCompare(when(b)));
}

/** Another doctor with the next free time in one click; other times of that doctor follow. */
export function OtherDoctors({ pocId, onChoose }: { pocId: string; onChoose(place: MovePlace): void }) {
  const { data = [] } = useDoctors();
  const others = useMemo(() => othersOf(data, pocId), [data, pocId]);
  return (
    <AskedField name="doctor">
      <Stack component="ul" aria-label={text.otherDoctors} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {others.map(({ pocId: id, pocName, departmentName, nextFree }) =>
          nextFree === null ? null : (
            <Inline
              key={id}
              component="li"
              gap={1.5}
              sx={{ minHeight: 52, py: 0.5, borderBottom: '1px solid', borderColor: 'divider' }}
            >
              <Stack sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Bold sx={{ fontWeight: 600 }}>{pocName}</Bold>
                <Muted>{departmentName}</Muted>
              </Stack>
              <ButtonBase
                onClick={() => onChoose({ pocId: id, doctor: pocName, date: nextFree.date, time: nextFree.time })}
                aria-label={`${pocName}, ${shortWeekdayAndDate(nextFree.date)}, ${clockTime(nextFree.time)}`}
                sx={{
                  ...{ display: 'grid', flexShrink: 0, minWidth: 132, minHeight: 44, px: 1.5, borderRadius: '6px' },
                  ...{ border: '1px solid', borderColor: 'field.border', '&:hover': { bgcolor: 'surface.raised' } },
                }}
              >
                <Bold sx={{ fontWeight: 600 }}>{clockTime(nextFree.time)}</Bold>
                <Muted>{shortWeekdayAndDate(nextFree.date)}</Muted>
              </ButtonBase>
            </Inline>
          ),
        )}
      </Stack>
    </AskedField>
  );
}
