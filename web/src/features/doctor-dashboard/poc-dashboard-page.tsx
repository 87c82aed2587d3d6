import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { useCall } from '../../shared/api/hooks.ts';
import { type StatCardProps, statValue } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { type DayLinePart, hallParts } from '../../shared/appointments/day-picture/day-line.tsx';
import { freeWords } from '../../shared/appointments/day-picture/doctors-on-duty.tsx';
import { toComeHint } from '../../shared/appointments/day-picture/rules.ts';
import { useHall } from '../../shared/appointments/day-picture/use-hall.ts';
import { type Column, minutesBehind } from '../../shared/appointments/presence/column.ts';
import { presenceText } from '../../shared/appointments/presence/text.ts';
import { appointmentText, hallText, pictureText } from '../../shared/appointments/text.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DeskChanges } from './desk-changes.tsx';
import { dashboardText as text } from './text.ts';

/** The list behind a figure. */
type Filter = { status: AppointmentStatus } | { type: AppointmentType };

/** How far the doctor is behind, and the next free time. */
function ownParts(column: Column | undefined, now: ClinicTime): DayLinePart[] {
  if (!column) return [];
  const minutesLate = minutesBehind(column, now);
  return [
    ...(minutesLate === 0
      ? []
      : [{ words: hallText.behind(presenceText.waited(minutesLate)), to: paths.todaysAppointments, isWarning: true }]),
    { words: freeWords(column, now), to: paths.viewAppointments },
  ];
}

/** Section 2, Doctor dashboard. */
export default function PocDashboardPage() {
  const { pocId: id, pocName } = useIdentity();
  const pocId = id ?? '';
  const ready = { enabled: id !== null };
  const active = useCall('countAppointmentsOfDoctor', { pocId, status: 'Confirmed' }, ready);
  const cancelledQuery = useCall('countAppointmentsOfDoctor', { pocId, status: 'Cancelled' }, ready);
  const direct = useCall('countAppointmentsByType', { pocId, type: 'Direct Consultation' }, ready);
  const tele = useCall('countAppointmentsByType', { pocId, type: 'Tele Consultation' }, ready);
  const picture = useCall('getDayPictureOfDoctor', { pocId }, ready);
  const day = picture.data;
  const hall = useHall('doctor');
  const [own] = hall.columns ?? [];
  const state = { pocId, pocName };
  const countCard = (filter: Filter, query: typeof active, card: Omit<StatCardProps, 'value'>) => ({
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
      hall={hall}
      line={hall.columns && [...hallParts(hall, paths.todaysAppointments, false), ...ownParts(own, hall.now)]}
      header={
        <>
          <PageHeader
            title={text.welcome(pocName ?? text.unknownDoctor)}
            action={
              <LinkButton to={paths.todaysAppointments} state={state} startIcon={<Icon name="today" />}>
                {text.today}
              </LinkButton>
            }
          />
          {id === null ? null : <DeskChanges pocId={id} />}
        </>
      }
      state={state}
      stats={[
        countCard({ status: 'Confirmed' }, active, {
          label: pictureText.active,
          icon: 'calendar',
          hint: day && toComeHint(day),
        }),
        countCard({ status: 'Cancelled' }, cancelledQuery, {
          label: pictureText.cancelled,
          icon: 'cross',
          hint: day && pictureText.ofToday(day.todayCancelled),
        }),
        countCard({ type: 'Direct Consultation' }, direct, {
          label: text.direct,
          icon: 'person',
          hint: text.directHint,
        }),
        countCard({ type: 'Tele Consultation' }, tele, { label: text.tele, icon: 'video', hint: text.teleHint }),
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
