import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useCall } from '../../shared/api/hooks.ts';
import { ActionCard, StatCard } from '../../shared/appointments/dashboard-cards.tsx';
import { Dashboard } from '../../shared/appointments/day-picture/dashboard.tsx';
import { statValue } from '../../shared/appointments/day-picture/stat-value.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { countText } from '../../ui/locale/words.ts';
import { dayLine } from './rules.ts';

const detailsOf = (filter: { status: AppointmentStatus } | { type: AppointmentType }): string =>
  `${paths.appointmentDetails}?${new URLSearchParams(filter)}`;

/** Section 2, Doctor dashboard. */
export function PocDashboardPage() {
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
  const countOf = (query: typeof active) => statValue({ data: query.data?.count, isError: query.isError });

  return (
    <Dashboard
      picture={picture}
      today={paths.todaysAppointments}
      noteOf={(row) => row.AppointmentType}
      header={
        <PageHeader
          title={`Welcome, ${pocName ?? 'Unknown POC'}`}
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
            <Button component={Link} to={paths.todaysAppointments} state={state} startIcon={<Icon name="today" />}>
              Today's Appointments
            </Button>
          }
        />
      }
      stats={
        <>
          <StatCard
            label="Active Appointments"
            value={countOf(active)}
            icon="calendar"
            hint={
              day &&
              `${countText(day.todayToCome)} of them today${day.todayLate > 0 ? `, ${countText(day.todayLate)} late` : ''}`
            }
            to={detailsOf({ status: 'Confirmed' })}
            state={{ ...state, status: 'Confirmed' }}
          />
          <StatCard
            label="Cancelled Appointments"
            value={countOf(cancelled)}
            icon="cross"
            hint={day && `${countText(day.todayCancelled)} of them today`}
            to={detailsOf({ status: 'Cancelled' })}
            state={{ ...state, status: 'Cancelled' }}
          />
          <StatCard
            label="Direct Appointments"
            value={countOf(direct)}
            icon="person"
            hint="At the clinic"
            to={detailsOf({ type: 'Direct Consultation' })}
            state={{ ...state, type: 'Direct Consultation' }}
          />
          <StatCard
            label="Tele Appointments"
            value={countOf(tele)}
            icon="video"
            hint="By video"
            to={detailsOf({ type: 'Tele Consultation' })}
            state={{ ...state, type: 'Tele Consultation' }}
          />
        </>
      }
      actions={
        <>
          <ActionCard
            label="Update Schedule"
            hint="Your weekly hours"
            icon="calendar"
            to={paths.updateSchedule}
            state={state}
          />
          <ActionCard
            label="Availability"
            hint="Block days or times"
            icon="clock"
            to={paths.updateAvailabilityPoc}
            state={state}
          />
          <ActionCard label="Meet Link" hint="For tele consultations" icon="video" to={paths.meetLink} state={state} />
          <ActionCard label="Fees" hint="Your consultation fees" icon="fees" to={paths.fees} state={state} />
        </>
      }
    />
  );
}
