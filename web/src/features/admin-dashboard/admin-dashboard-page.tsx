import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import Typography from '@mui/material/Typography';
import { useCall, usePagedCall } from '../../shared/api/hooks.ts';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { useCallsToMake } from '../../shared/appointments/calls/calls-to-make.ts';
import { type StatCardProps, statValue } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { type DayLinePart, hallParts } from '../../shared/appointments/day-picture/day-line.tsx';
import { DoctorsOnDuty } from '../../shared/appointments/day-picture/doctors-on-duty.tsx';
import { toComeHint } from '../../shared/appointments/day-picture/rules.ts';
import { type Hall, useHall } from '../../shared/appointments/day-picture/use-hall.ts';
import { usePresenceActions } from '../../shared/appointments/presence/use-presence-actions.ts';
import { hallText, pictureText } from '../../shared/appointments/text.ts';
import { countedPath, paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { paiseAmount } from '../../ui/locale/words.ts';
import { dashboardText as text } from './text.ts';

/** '3 waiting · 2 called · 70 to call · 12 unresolved · ₹17,850.00 taken today'; undefined while the hall is loading. */
function useDayLine(hall: Hall): DayLinePart[] | undefined {
  const { clientId } = useIdentity();
  const toCall = useCallsToMake(true);
  const earlier = { status: 'Confirmed', to: addDays(hall.now.date, -1) } as const;
  const unresolvedQuery = usePagedCall(
    'listAppointmentDetailsOfClient',
    { clientId, ...earlier },
    { page: 1, pageSize: 1 },
  );
  const amountToday = useCall('getTakenToday', { clientId }).data?.taken;
  const count = unresolvedQuery.data?.total ?? 0;
  if (hall.columns === undefined) return undefined;
  return [
    ...hallParts(hall, paths.adminTodaysAppointments, true),
    ...(toCall === 0 ? [] : [{ words: hallText.toCall(toCall), to: paths.calls }]),
    ...(count === 0
      ? []
      : [{ words: hallText.unresolved(count), to: countedPath(paths.appointmentDetailsAdmin, earlier) }]),
    ...(amountToday === undefined ? [] : [{ words: hallText.taken(paiseAmount(amountToday)), to: paths.dayClose }]),
  ];
}

/** Section 2, Admin dashboard. */
export default function AdminDashboardPage() {
  const { clientId, clientName } = useIdentity();
  const active = useCall('countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const cancelledQuery = useCall('countAppointmentsOfClient', { clientId, status: 'Cancelled' });
  const totals = useCall('countDepartmentsAndDoctors', { clientId });
  const picture = useCall('getDayPictureOfClient', { clientId });
  const hall = useHall('admin');
  const { stateOf } = usePresenceActions('admin', hall.now.date);
  const line = useDayLine(hall);
  const day = picture.data;
  const countCard = (status: AppointmentStatus, query: typeof active, card: Omit<StatCardProps, 'value'>) => ({
    ...card,
    value: statValue({ data: query.data?.count, isError: query.isError }),
    to: countedPath(paths.appointmentDetailsAdmin, { status }),
    state: { status },
  });

  return (
    <Dashboard
      picture={picture}
      today={paths.adminTodaysAppointments}
      noteOf={(row) => row.POC_Name}
      actionOf={stateOf}
      hall={hall}
      line={line}
      strip={
        <DoctorsOnDuty
          columns={hall.columns}
          isFailed={hall.isFailed}
          now={hall.now}
          pathOf={(doctor) => `${paths.adminTodaysAppointments}?${new URLSearchParams({ doctor })}`}
        />
      }
      header={
        <PageHeader
          title={text.title}
          afterTitle={<Typography sx={{ color: 'text.secondary' }}>{text.welcome}</Typography>}
          action={<AddAppointment beside="nothing" />}
        />
      }
      state={{ clientId, clientName }}
      stats={[
        countCard('Confirmed', active, { label: pictureText.active, icon: 'calendar', hint: day && toComeHint(day) }),
        {
          label: text.departments,
          value: statValue({ data: totals.data?.totalDepartments, isError: totals.isError }),
          icon: 'departments',
          hint: totals.data && text.doctorsInAll(totals.data.totalDoctors),
          to: paths.departments,
        },
        {
          label: text.doctors,
          value: statValue({ data: totals.data?.totalDoctors, isError: totals.isError }),
          icon: 'person',
          hint: day && text.onDuty(day.doctorsOnDuty, day.doctorsBlocked),
          to: paths.doctors,
        },
        countCard('Cancelled', cancelledQuery, {
          label: pictureText.cancelled,
          icon: 'cross',
          hint: day && pictureText.ofToday(day.todayCancelled),
        }),
      ]}
      actions={[
        { label: text.add, hint: text.addHint, icon: 'plus', to: paths.addNewAppointment },
        { label: text.addPoc, hint: text.addPocHint, icon: 'addPerson', to: paths.addPoc },
        { label: text.viewPoc, hint: text.viewPocHint, icon: 'stethoscope', to: paths.viewPoc },
        { label: text.availability, hint: text.availabilityHint, icon: 'clock', to: paths.updateAvailability },
      ]}
    />
  );
}
