import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { usualQueueRule } from '@dayline/contracts/clinic/queue';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useActions } from '../../../shared/actions/actions.ts';
import { Lateness } from '../../../shared/appointments/presence/lateness.tsx';
import { NextButton } from '../../../shared/appointments/presence/next-button.tsx';
import { byCall, byWait, isCalled, queueOf, waitedFor } from '../../../shared/appointments/presence/presence.ts';
import { RoomField } from '../../../shared/appointments/presence/room-field.tsx';
import { presenceText } from '../../../shared/appointments/presence/text.ts';
import { useCallNext } from '../../../shared/appointments/presence/use-call-next.ts';
import type { PresenceCommands } from '../../../shared/appointments/presence/use-presence-commands.ts';
import { useQueueBoard } from '../../../shared/appointments/presence/use-queue-board.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { MeetingLink } from '../../../shared/appointments/visit/meeting-link.tsx';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { todayText as text } from '../text.ts';

/** The doctor's queue: who is waiting, Call Next, and the room. */
export function CallNext(props: {
  rows: readonly TodaysAppointment[];
  /** Whether the rows are loaded. */
  known: boolean;
  now: ClinicTime;
  commands: PresenceCommands;
}) {
  const { rows, known, now, commands } = props;
  const pocId = useIdentity().pocId ?? '';
  const { data: board } = useQueueBoard();
  const waiting = queueOf(rows, pocId, board ?? usualQueueRule);
  const [next] = waiting;
  const call = { ...useCallNext(commands)(next), shortcut: 'c' };
  useActions([call]);
  const [longest] = [...waiting].sort(byWait);
  const calledRow = rows
    .filter(isCalled)
    .sort(byCall)
    .find(({ meetingLink }) => meetingLink !== undefined);
  const doctor = board?.doctors.find((onDuty) => onDuty.pocId === pocId);
  const words = longest
    ? text.waiting(waiting.length, presenceText.waited(waitedFor(longest, now)))
    : rows.some(isCalled)
      ? text.nobodyWaits
      : text.nobodyThere;
  return (
    <Paper
      component="section"
      aria-label={text.queue}
      className="not-on-paper"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: 2, py: 1, mb: 1.5 }}
    >
      <NextButton action={call} next={next} primary withName />
      <Muted sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 120, minHeight: 18 }}>
        {known ? words : null}
        {calledRow?.meetingLink === undefined ? null : (
          <>
            {' · '}
            <MeetingLink link={calledRow.meetingLink} name={calledRow.PatientName ?? appointmentText.erased} joins />
          </>
        )}
      </Muted>
      <Box sx={{ width: { xs: '100%', sm: 190 }, minHeight: 44 }}>{doctor ? <Lateness doctor={doctor} /> : null}</Box>
      <Box sx={{ width: { xs: '100%', sm: 180 }, minHeight: 44 }}>
        {doctor ? <RoomField key={doctor.room} pocId={pocId} room={doctor.room} /> : null}
      </Box>
    </Paper>
  );
}
