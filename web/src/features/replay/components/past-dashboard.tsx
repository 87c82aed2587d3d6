import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import { StatCard } from '../../../shared/appointments/dashboard-cards.tsx';
import { Last30Days, TodayByHour } from '../../../shared/appointments/day-picture/dashboard.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import type { IconName } from '../../../ui/icons/icon.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import type { Comparison } from '../api/queries.ts';
import { replayText as text } from '../text.ts';

type Dashboard = ResponseOf<'getDashboardAsOf'>;

const stats: readonly (readonly [AppointmentStatus, IconName])[] = [
  ['Confirmed', 'calendar'],
  ['Availed', 'check'],
  ['Not_Availed', 'clock'],
  ['Cancelled', 'cross'],
];

/** The dashboard's figures as they were; beside them those of another moment, if there is one. */
export function PastDashboard(props: {
  dashboard: Dashboard;
  other: Comparison<Dashboard> | undefined;
  /** A doctor's dashboard counts types instead of departments and doctors. */
  isOfDoctor: boolean;
}) {
  const { dashboard, other, isOfDoctor } = props;
  const { counts, picture } = dashboard;
  const hint = (value: number, otherValue: number | undefined) => {
    if (!other || otherValue === undefined) return other?.note;
    return value === otherValue ? text.sameWhen(other.when) : text.countWhen(otherValue, other.when);
  };
  const types = ['Direct Consultation', 'Tele Consultation'] as const;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(6, 1fr)' } }}>
        {stats.map(([status, icon]) => (
          <StatCard
            key={status}
            label={appointmentText.status[status]}
            value={counts.byStatus[status]}
            icon={icon}
            hint={hint(counts.byStatus[status], other?.body?.counts.byStatus[status])}
          />
        ))}
        {isOfDoctor ? (
          types.map((type) => (
            <StatCard
              key={type}
              label={type}
              value={counts.byType[type]}
              icon="stethoscope"
              hint={hint(counts.byType[type], other?.body?.counts.byType[type])}
            />
          ))
        ) : (
          <>
            <StatCard
              label={text.departments}
              value={counts.departments}
              icon="departments"
              hint={hint(counts.departments, other?.body?.counts.departments)}
            />
            <StatCard
              label={text.doctors}
              value={counts.doctors}
              icon="person"
              hint={hint(counts.doctors, other?.body?.counts.doctors)}
            />
          </>
        )}
      </Box>
      <Stack gap={2} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <TodayByHour picture={picture} />
        <Last30Days picture={picture} />
      </Stack>
    </Box>
  );
}
