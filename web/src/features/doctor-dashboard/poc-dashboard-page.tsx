import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import Typography from '@mui/material/Typography';
import { useCall } from '../../shared/api/hooks.ts';
import { type StatCardProps, statValue } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { toComeHint } from '../../shared/appointments/day-picture/rules.ts';
import { appointmentText, pictureText } from '../../shared/appointments/text.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { dayLine } from './rules.ts';
import { dashboardText as text } from './text.ts';

/** The count in the list behind a figure. */
type Filter = { status: AppointmentStatus } | { type: AppointmentType };

/** Section 2, Doctor dashboard. */
export default function PocDashboardPage() {
  const { pocId: id, pocName } = useIdentity();
  const pocId = id ?? '';
  const ready = { enabled: id !== null };
  const active = useCall('countAppointmentsOfDoctor', { pocId, status: 'Confirmed' }, ready);
  const cancelled = useCall('countAppointmentsOfDoctor', { pocId, status: 'Cancelled' }, ready);
  const direct = useCall('countAppointmentsByType', { pocId, type: 'Direct Consultation' }, ready);
  const tele = useCall('countAppointmentsByType', { pocId, type: 'Tele Consultation' }, ready);
  const picture = useCall('getDayPictureOfDoctor', { pocId }, ready);
  const day = picture.data;
  const state = { pocId, pocName };
  const counted = (filter: Filter, query: typeof active, card: Omit<StatCardProps, 'value'>) => ({
    ...card,
    value: statValue({ data: query.data?.count, isError: query.isError }),
    to: `${paths.appointmentDetails}?${new URLSearchParams(filter)}`,
    state: filter,
  });

  return (
    <Dashboard
      picture={picture}
      today={paths.todaysAppointments}
      noteOf={(row) => appointmentText.type[row.AppointmentType]}
      header={
        <PageHeader
          title={text.welcome(pocName ?? text.unknownDoctor)}
          afterTitle={
            // Below the title on a narrow screen, where its place is kept until it is known.
            <Typography
              sx={{
                color: 'text.secondary',
                width: { xs: '100%', md: 'auto' },
                minHeight: { xs: 40, sm: 20 },
              }}
            >
              {day && dayLine(day)}
            </Typography>
          }
          action={
            <LinkButton to={paths.todaysAppointments} state={state} startIcon={<Icon name="today" />}>
              {text.today}
            </LinkButton>
          }
        />
      }
      state={state}
      stats={[
        counted({ status: 'Confirmed' }, active, {
          label: pictureText.active,
          icon: 'calendar',
          hint: day && toComeHint(day),
        }),
        counted({ status: 'Cancelled' }, cancelled, {
          label: pictureText.cancelled,
          icon: 'cross',
          hint: day && pictureText.ofToday(day.todayCancelled),
        }),
        counted({ type: 'Direct Consultation' }, direct, { label: text.direct, icon: 'person', hint: text.directHint }),
        counted({ type: 'Tele Consultation' }, tele, { label: text.tele, icon: 'video', hint: text.teleHint }),
      ]}
      actions={[
        { label: text.schedule, hint: text.scheduleHint, icon: 'calendar', to: paths.updateSchedule },
        { label: text.availability, hint: text.availabilityHint, icon: 'clock', to: paths.updateAvailabilityPoc },
        { label: text.meetLink, hint: text.meetLinkHint, icon: 'video', to: paths.meetLink },
        { label: text.fees, hint: text.feesHint, icon: 'fees', to: paths.fees },
      ]}
    />
  );
}
