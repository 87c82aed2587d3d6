import type { PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import Box from '@mui/material/Box';
import { StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { clockTime, instantAtClinic, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { callsText as text } from '../text.ts';

/** 'Fri, Nov 27, 9:00 AM' */
export const whenOf = ({ AppointmentDate, AppointmentTime }: PersonToCall): string =>
  `${shortWeekdayAndDate(AppointmentDate)}, ${clockTime(AppointmentTime)}`;

/** 'Blocked: Ward round' */
export const reasonOf = ({ why, reason }: PersonToCall): string =>
  reason === null ? text.why[why] : `${text.why[why]}: ${reason}`;

/** The current status of a row that was just changed. */
function State({ row }: { row: PersonToCall }) {
  if (row.movingTo) return <Muted>{appointmentText.moving}</Muted>;
  return row.Status === 'Confirmed' ? null : <StatusChip status={row.Status} />;
}

/** Whether the last call reached the patient, with its note, by whom and when. */
function LastCall({ row: { contact }, zone }: { row: PersonToCall; zone: string }) {
  if (!contact) return <Muted>{text.notYet}</Muted>;
  const { reached, note, at, by } = contact;
  return (
    <Box sx={{ minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      <ToneChip tone={reached ? 'visited' : 'notVisited'} icon={reached ? 'check' : 'cross'}>
        {reached ? text.wasReached : text.wasNotReached}
      </ToneChip>{' '}
      {note}
      <Muted block>{`${by}, ${instantAtClinic(at, zone)}`}</Muted>
    </Box>
  );
}

export const columnsOf = (zone: string): Column<PersonToCall>[] => [
  {
    id: 'name',
    header: text.columns.name,
    strong: true,
    cell: (row) => (
      <>
        <PatientLink userId={row.User_ID} name={row.UserName} identity={row.identity}>
          {row.UserName ?? appointmentText.erased}
        </PatientLink>
        <Box sx={{ fontWeight: 400, mt: 0.75 }}>
          <PhoneLink phone={row.UserContact} />
        </Box>
      </>
    ),
  },
  {
    id: 'visit',
    header: text.columns.visit,
    cell: (row) => (
      <>
        <Box sx={{ whiteSpace: 'nowrap' }}>{whenOf(row)}</Box>
        <Muted block>{row.POCName}</Muted>
      </>
    ),
  },
  { id: 'why', header: text.columns.why, clip: 190, card: 'more', cell: reasonOf },
  {
    id: 'contact',
    header: text.columns.contact,
    card: 'more',
    cell: (row) => (
      <>
        <State row={row} />
        <LastCall row={row} zone={zone} />
      </>
    ),
  },
];
