import { type AppointmentStatus, appointmentTypes } from '@dayline/contracts/appointments';
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

interface Card {
  label: string;
  icon: IconName;
  of(counts: Dashboard['counts']): number;
}

/** The dashboard's figures as they were, beside those of another moment if there is one. */
export function PastDashboard(props: {
  dashboard: Dashboard;
  comparison: Comparison<Dashboard> | undefined;
  /** A doctor's dashboard counts types instead of departments and doctors. */
  isOfDoctor: boolean;
}) {
  const { dashboard, comparison, isOfDoctor } = props;
  const { counts, picture } = dashboard;
  const hint = (figure: Card['of']) => {
    const [value, otherValue] = [figure(counts), comparison?.body && figure(comparison.body.counts)];
    if (!comparison || otherValue === undefined) return comparison?.note;
    return value === otherValue ? text.sameWhen(comparison.when) : text.countWhen(otherValue, comparison.when);
  };
  const cards: readonly Card[] = [
    ...stats.map(
      ([status, icon]): Card => ({
        label: appointmentText.status[status],
        icon,
        of: ({ byStatus }) => byStatus[status],
      }),
    ),
    ...(isOfDoctor
      ? appointmentTypes.map(
          (type): Card => ({
            label: appointmentText.type[type],
            icon: 'stethoscope',
            of: ({ byType }) => byType[type],
          }),
        )
      : [
          { label: text.departments, icon: 'departments', of: ({ departments }) => departments } satisfies Card,
          { label: text.doctors, icon: 'person', of: ({ doctors }) => doctors } satisfies Card,
        ]),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(6, 1fr)' } }}>
        {cards.map(({ label, icon, of }) => (
          <StatCard key={label} label={label} icon={icon} value={of(counts)} hint={hint(of)} />
        ))}
      </Box>
      <Stack gap={2} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <TodayByHour picture={picture} />
        <Last30Days picture={picture} />
      </Stack>
    </Box>
  );
}
