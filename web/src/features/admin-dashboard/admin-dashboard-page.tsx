import type { AppointmentStatus } from '@dayline/contracts/appointments';
import Typography from '@mui/material/Typography';
import { useCall } from '../../shared/api/hooks.ts';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { type StatCardProps, statValue } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { toComeHint } from '../../shared/appointments/day-picture/rules.ts';
import { pictureText } from '../../shared/appointments/text.ts';
import { countedPath, paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { dashboardText as text } from './text.ts';

/** Section 2, Admin dashboard. */
export default function AdminDashboardPage() {
  const { clientId, clientName } = useIdentity();
  const active = useCall('countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const cancelled = useCall('countAppointmentsOfClient', { clientId, status: 'Cancelled' });
  const totals = useCall('countDepartmentsAndDoctors', { clientId });
  const picture = useCall('getDayPictureOfClient', { clientId });
  const day = picture.data;
  const counted = (status: AppointmentStatus, query: typeof active, card: Omit<StatCardProps, 'value'>) => ({
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
      header={
        <PageHeader
          title={text.title}
          afterTitle={<Typography sx={{ color: 'text.secondary' }}>{text.welcome}</Typography>}
          action={<AddAppointment beside="nothing" />}
        />
      }
      state={{ clientId, clientName }}
      stats={[
        counted('Confirmed', active, { label: pictureText.active, icon: 'calendar', hint: day && toComeHint(day) }),
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
        counted('Cancelled', cancelled, {
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
