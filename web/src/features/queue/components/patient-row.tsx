import { clinicNow, type HallTime, usualLateAfterMinutes } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { tokenText } from '@dayline/contracts/hall/tokens';
import Box from '@mui/material/Box';
import { isWaiting, stageOf, waitedFor } from '../../../shared/appointments/presence/presence.ts';
import { presenceText } from '../../../shared/appointments/presence/text.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { MeetingLink } from '../../../shared/appointments/visit/meeting-link.tsx';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowMenu, type RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { Bold, lineBelow, Span, smallText } from '../../../ui/layout/boxes.tsx';
import { queueText as text } from '../text.ts';
import { chosenLook, useChosenRow } from './chosen-row.ts';
import type { Draggable } from './dragging.ts';

/** How long a patient has waited or is late; for a waiting patient, how late they came. */
function WaitingSince({ row, now }: { row: TodaysAppointment; now: HallTime }) {
  if (isWaiting(row)) return <Span sx={smallText}>{presenceText.waited(waitedFor(row, now))}</Span>;
  if (stageOf(row, now) !== 'late') return null;
  const minutes = minutesOf(now.time) - minutesOf(row.AppointmentTime);
  return <Bold sx={{ ...smallText, color: 'status.notVisited.main' }}>{presenceText.waited(minutes)}</Bold>;
}

/** Not for a walk-in, whose time may have begun: it is booked in the minute of arrival. */
function lateWords(row: TodaysAppointment, zone: string, now: HallTime): string | undefined {
  if (!isWaiting(row)) return undefined;
  const { arrivedAt } = row.presence;
  const confirmedAt = clinicNow(Date.parse(row.StatusAt), zone);
  if (confirmedAt.date === row.AppointmentDate && confirmedAt.time === arrivedAt) return undefined;
  const late = minutesOf(arrivedAt) - minutesOf(row.AppointmentTime);
  return late > (now.lateAfterMinutes ?? usualLateAfterMinutes) ? text.came(presenceText.waited(late)) : undefined;
}

const withoutIcon = ({ icon: _, ...action }: Action): Action => action;

/** A patient of a doctor's queue: the token while waiting, the time while expected. */
export function PatientRow(props: {
  row: TodaysAppointment;
  now: HallTime;
  isChosen: boolean;
  /** Where the patient is called at another doctor. */
  elsewhere: string | undefined;
  /** Arrived or Call. */
  state: Action | undefined;
  menu: readonly RowMenuItem[];
  drag: Draggable;
  onChoose(): void;
}) {
  const { row, now, isChosen, elsewhere, state, menu, drag, onChoose } = props;
  const chosenRow = useChosenRow(isChosen);
  const name = row.PatientName ?? appointmentText.erased;
  const { zone } = useIdentity();
  const late = lateWords(row, zone, now);
  const time = clockTime(row.AppointmentTime);
  return (
    <Box
      {...chosenRow}
      component="article"
      aria-label={[isWaiting(row) ? presenceText.token(row.presence) : time, name].filter(Boolean).join(', ')}
      {...drag}
      onClick={onChoose}
      sx={{
        ...{
          display: 'grid',
          columnGap: 1,
          gridTemplateColumns: `${isWaiting(row) ? 'minmax(30px, auto) ' : ''}minmax(0, 1fr) auto`,
        },
        ...{ alignItems: 'center', px: 1.5, py: 0.5, minHeight: 40, ...lineBelow },
        '&:focus-visible': { outlineOffset: '-2px' },
        ...(isChosen ? chosenLook : {}),
      }}
    >
      {isWaiting(row) ? (
        <Bold sx={{ fontSize: '1.25rem' }}>{row.presence.token === 0 ? '…' : tokenText(row.presence)}</Bold>
      ) : null}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Bold sx={{ fontWeight: 600 }}>
          <PatientLink userId={row.User_ID} name={row.PatientName} identity={undefined}>
            {name}
          </PatientLink>
        </Bold>
        <Box
          sx={{
            ...{ ...smallText, color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1 },
            // Below the name's link, whose area is taller than its line.
            ...(row.meetingLink === undefined ? {} : { mt: { xs: 0.5, md: 0 } }),
          }}
        >
          <span>{time}</span>
          <WaitingSince row={row} now={now} />
          {row.meetingLink === undefined ? null : <MeetingLink link={row.meetingLink} name={name} joins={false} />}
          {elsewhere === undefined ? null : <Span sx={{ color: 'status.notVisited.main' }}>{elsewhere}</Span>}
          {late === undefined ? null : <Span sx={{ color: 'status.notVisited.main' }}>{late}</Span>}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', mr: -1 }}>
        {state === undefined || (isWaiting(row) && !isChosen) ? null : (
          <ActionButton
            action={withoutIcon(state)}
            quiet
            size="small"
            aria-label={`${state.name}: ${name}`}
            sx={{ minWidth: 0, px: 0.75 }}
          />
        )}
        <RowMenu label={text.moreFor(name)} items={menu} />
      </Box>
    </Box>
  );
}
