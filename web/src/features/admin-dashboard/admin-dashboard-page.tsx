import type { AppointmentStatus } from '@dayline/contracts/appointments';
import Typography from '@mui/material/Typography';
import { useCall } from '../../shared/api/hooks.ts';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { ActionCard, StatCard } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { statValue } from '../../shared/appointments/day-picture/stat-value.ts';
import { countedPath, paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { counted, countText } from '../../ui/locale/words.ts';

const detailsOf = (status: AppointmentStatus): string => countedPath(paths.appointmentDetailsAdmin, { status });

/** Section 2, Admin dashboard. */
export function AdminDashboardPage() {
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
          title="Admin Dashboard"
          afterTitle={<Typography sx={{ color: 'text.secondary' }}>Welcome to your Dashboard</Typography>}
          action={<AddAppointment beside="nothing" />}
        />
      }
      stats={
        <>
          <StatCard
            label="Active Appointments"
            value={statValue({ data: active.data?.count, isError: active.isError })}
            icon="calendar"
            hint={
              day &&
              `${countText(day.todayToCome)} of them today${day.todayLate > 0 ? `, ${countText(day.todayLate)} late` : ''}`
            }
            to={detailsOf('Confirmed')}
            state={{ ...state, status: 'Confirmed' }}
          />
          <StatCard
            label="Departments"
            value={statValue({ data: totals.data?.totalDepartments, isError: totals.isError })}
            icon="departments"
            hint={totals.data && `${counted(totals.data.totalDoctors, 'doctor')} in all`}
            to={paths.departments}
            state={state}
          />
          <StatCard
            label="Doctors"
            value={statValue({ data: totals.data?.totalDoctors, isError: totals.isError })}
            icon="person"
            hint={day && `${countText(day.doctorsOnDuty)} on duty today, ${countText(day.doctorsBlocked)} blocked`}
            to={paths.doctors}
            state={state}
          />
          <StatCard
            label="Cancelled Appointments"
            value={statValue({ data: cancelled.data?.count, isError: cancelled.isError })}
            icon="cross"
            hint={day && `${countText(day.todayCancelled)} of them today`}
            to={detailsOf('Cancelled')}
            state={{ ...state, status: 'Cancelled' }}
          />
        </>
      }
      actions={
        <>
          <ActionCard
            label="Add New Appointment"
            hint="Seven short steps"
            icon="plus"
            to={paths.addNewAppointment}
            state={state}
          />
          <ActionCard label="Add POC" hint="A doctor of your client" icon="addPerson" to={paths.addPoc} state={state} />
          <ActionCard
            label="View POC"
            hint="Doctors by department"
            icon="stethoscope"
            to={paths.viewPoc}
            state={state}
          />
          <ActionCard
            label="Update Availability"
            hint="Block days or times"
            icon="clock"
            to={paths.updateAvailability}
            state={state}
          />
        </>
      }
    />
  );
}
