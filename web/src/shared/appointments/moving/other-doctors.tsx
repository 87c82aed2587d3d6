import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import ButtonBase from '@mui/material/ButtonBase';
import { Fragment, useMemo } from 'react';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { Bold, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { useCall } from '../../api/hooks.ts';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { useIdentity } from '../../session/session-store.ts';
import { movingText as text } from './text.ts';
import type { MovePlace } from './use-move.ts';

type Doctors = ResponseOf<'listDoctorsOfClient'>;

/** Doctors with a free time: the same department first, then in order of that time. */
export function otherDoctorsOf(doctors: Doctors, pocId: string): Doctors {
  const own = doctors.find((doctor) => doctor.pocId === pocId)?.departmentName;
  const isOwn = ({ departmentName }: Doctors[number]) => Number(departmentName !== own);
  const when = ({ nextFree }: Doctors[number]) => `${nextFree?.date} ${nextFree?.time}`;
  return doctors
    .filter((doctor) => doctor.pocId !== pocId && doctor.nextFree !== null)
    .sort((a, b) => isOwn(a) - isOwn(b) || when(a).localeCompare(when(b)));
}

/**
 * Other doctors with their next free times from the visit's date on, bookable in one click, followed by the doctor's
 * other times.
 */
export function OtherDoctors(props: { pocId: string; from: string; onChoose(place: MovePlace): void }) {
  const { pocId, from, onChoose } = props;
  const { clientId } = useIdentity();
  const { data = [] } = useCall('listDoctorsOfClient', { clientId, freeTimes: 3, freeFrom: from });
  const others = useMemo(() => otherDoctorsOf(data, pocId), [data, pocId]);
  const department = data.find((doctor) => doctor.pocId === pocId)?.departmentName;
  const own = others.filter(({ departmentName }) => departmentName === department);
  const groups = [
    { label: text.sameDepartment(department ?? ''), doctors: own },
    { label: text.otherDepartments, doctors: others.slice(own.length) },
  ];
  return (
    <ConditionalField name="doctor">
      {groups.map(({ label, doctors }) =>
        doctors.length === 0 ? null : (
          <Fragment key={label}>
            <Muted component="h3" block sx={{ m: 0, mt: 1 }}>
              {label}
            </Muted>
            <Stack component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {doctors.map((doctor) => (
                <OneDoctor key={doctor.pocId} doctor={doctor} onChoose={onChoose} />
              ))}
            </Stack>
          </Fragment>
        ),
      )}
    </ConditionalField>
  );
}

/** On a phone the times are below the name. */
const line = {
  minHeight: 52,
  py: 0.75,
  columnGap: 1,
  rowGap: 0.5,
  gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: 'minmax(0, 1fr) repeat(3, 112px)' },
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;

const timeButton = {
  display: 'grid',
  minHeight: 44,
  px: 0.25,
  alignContent: 'center',
  borderRadius: '6px',
  border: '1px solid',
  borderColor: 'field.border',
  '&:hover': { bgcolor: 'surface.raised' },
} as const;

function OneDoctor({ doctor, onChoose }: { doctor: Doctors[number]; onChoose(place: MovePlace): void }) {
  const { pocId, pocName, departmentName, freeTimes = [] } = doctor;
  return (
    <Stack component="li" sx={line}>
      <Stack
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, alignContent: 'center', minWidth: 0, overflowWrap: 'anywhere' }}
      >
        <Bold sx={{ fontWeight: 600 }}>{pocName}</Bold>
        <Muted>{departmentName}</Muted>
      </Stack>
      {freeTimes.map(({ date, time }) => (
        <ButtonBase
          key={`${date} ${time}`}
          onClick={() => onChoose({ pocId, doctor: pocName, date, time })}
          aria-label={`${pocName}, ${shortWeekdayAndDate(date)}, ${clockTime(time)}`}
          sx={timeButton}
        >
          <Bold sx={{ fontWeight: 600 }}>{clockTime(time)}</Bold>
          <Muted sx={{ fontSize: '0.75rem', whiteSpace: 'nowrap' }}>{shortWeekdayAndDate(date)}</Muted>
        </ButtonBase>
      ))}
    </Stack>
  );
}
