import type { AppointmentStatus } from '@dayline/contracts/appointments';
import Typography from '@mui/material/Typography';
import { useCall } from '../../shared/api/hooks.ts';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { ActionCard, StatCard } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { toComeHint } from '../../shared/appointments/day-picture/rules.ts';
import { statValue } from '../../shared/appointments/day-picture/stat-value.ts';
import { pictureText } from '../../shared/appointments/text.ts';
import { countedPath, paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { dashboardText as text } from './text.ts';

const detailsOf = (status: AppointmentStatus): string => countedPath(paths.appointmentDetailsAdmin, { status });

/** Section 2, Admin dashboard. */
export default function AdminDashboardPage() {
  const { clientId, clientName } = useIdentity();
  const active = useCall('countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const cancelled = useCall('countAppointmentsOfClient', { clientId, status: 'Cancelled' });
  const totals = useCall('countDepartmentsAndDoctors', { clientId });
  const picture = useCall('getDayPictureOfClient', { clientId });
  const day = picture.data;
  const state = { clientId, clientName };

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
      stats={
        <>
          <StatCard
            label={pictureText.active}
            value={statValue({ data: active.data?.count, isError: active.isError })}
            icon="calendar"
            hint={day && toComeHint(day)}
            to={detailsOf('Confirmed')}
            state={{ ...state, status: 'Confirmed' }}
          />
          <StatCard
            label={text.departments}
            value={statValue({ data: totals.data?.totalDepartments, isError: totals.isError })}
            icon="departments"
            hint={totals.data && text.doctorsInAll(totals.data.totalDoctors)}
            to={paths.departments}
            state={state}
          />
          <StatCard
            label={text.doctors}
            value={statValue({ data: totals.data?.totalDoctors, isError: totals.isError })}
            icon="person"
            hint={day && text.onDuty(day.doctorsOnDuty, day.doctorsBlocked)}
            to={paths.doctors}
            state={state}
          />
          <StatCard
            label={pictureText.cancelled}
            value={statValue({ data: cancelled.data?.count, isError: cancelled.isError })}
            icon="cross"
            hint={day && pictureText.ofToday(day.todayCancelled)}
            to={detailsOf('Cancelled')}
            state={{ ...state, status: 'Cancelled' }}
          />
        </>
      }
      actions={
        <>
          <ActionCard label={text.add} hint={text.addHint} icon="plus" to={paths.addNewAppointment} state={state} />
          <ActionCard label={text.addPoc} hint={text.addPocHint} icon="addPerson" to={paths.addPoc} state={state} />
          <ActionCard
            label={text.viewPoc}
            hint={text.viewPocHint}
            icon="stethoscope"
            to={paths.viewPoc}
            state={state}
          />
          <ActionCard
            label={text.availability}
            hint={text.availabilityHint}
            icon="clock"
            to={paths.updateAvailability}
            state={state}
          />
        </>
      }
    />
  );
}
