import { type ClinicTime, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { tokenText } from '@dayline/contracts/hall/tokens';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Column } from '../../../shared/appointments/presence/column.ts';
import { Lateness } from '../../../shared/appointments/presence/lateness.tsx';
import { NextButton } from '../../../shared/appointments/presence/next-button.tsx';
import { byWait, isCalled, isExpected, isWaiting, waitedFor } from '../../../shared/appointments/presence/presence.ts';
import { presenceText } from '../../../shared/appointments/presence/text.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { MeetingLink } from '../../../shared/appointments/visit/meeting-link.tsx';
import { clockTime } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineBelow, Muted, Span, smallText } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { rowsOf } from '../rules.ts';
import { queueText as text } from '../text.ts';
import type { QueueActions } from '../use-queue-actions.ts';
import { chosenLook, useChosenRow } from './chosen-row.ts';
import { draggableOf, dropPlace } from './dragging.ts';
import { PatientRow } from './patient-row.tsx';

/** Expected patients that a column shows before 'more'. */
const shownExpected = 6;
/** The same height in every state, so that all Call Next buttons are on one line. */
const roomHeight = 124;

interface ColumnProps {
  column: Column;
  now: ClinicTime;
  actions: QueueActions;
  isChosen: boolean;
  chosenId: string | undefined;
  /** Its Call Next is the page's one filled button. */
  primary: boolean;
  /** The id of the dragged appointment, and the callback that sets it. */
  dragged: string | undefined;
  onDrag(id: string | undefined): void;
  onChoose(id?: string): void;
}

type RoomProps = Pick<ColumnProps, 'column' | 'now' | 'actions' | 'chosenId' | 'onDrag'>;

/** The day's progress: done, called, waiting and late. */
function Progress({ column: { done, called, waiting, late, total } }: { column: Column }) {
  const parts = [
    ['done', done, 'text.secondary'],
    ['there', called.length + waiting.length, 'primary.main'],
    ['late', late.length, 'status.notVisited.main'],
  ] as const;
  return (
    <Box
      aria-hidden="true"
      sx={{ display: 'flex', gap: '2px', height: 4, mt: 0.75, bgcolor: 'divider', borderRadius: 1 }}
    >
      {parts.map(([key, count, bgcolor]) => (
        <Box key={key} sx={{ flex: `0 0 ${total === 0 ? 0 : (count / total) * 100}%`, bgcolor, borderRadius: 1 }} />
      ))}
    </Box>
  );
}

function CalledRoom({ column, now, actions, chosenId, onDrag }: RoomProps) {
  const { zone } = useIdentity();
  const [row] = column.called;
  const isChosen = row !== undefined && row.AppointmentId === chosenId;
  const chosenRow = useChosenRow(isChosen);
  if (!row) return null;
  const { call } = row.presence;
  const name = row.PatientName ?? appointmentText.erased;
  const [visitedAction] = actions.marksOf(row);
  const since = call ? minutesOf(now.time) - minutesOf(clinicNow(Date.parse(call.calledAt), zone).time) : 0;
  return (
    <>
      <Inline sx={{ justifyContent: 'space-between', ...smallText }}>
        <Bold sx={{ fontWeight: 600 }}>{text.inRoom(call?.room ?? null)}</Bold>
        <Muted>{presenceText.waited(Math.max(0, since))}</Muted>
      </Inline>
      <Inline
        {...chosenRow}
        {...draggableOf(row.AppointmentId, onDrag)}
        role="group"
        aria-label={`${presenceText.token(row.presence)}, ${name}`}
        gap={1.5}
        sx={{ mx: -1.5, px: 1.5, '&:focus-visible': { outlineOffset: '-2px' }, ...(isChosen ? chosenLook : {}) }}
      >
        <Bold sx={{ fontSize: '2.25rem', lineHeight: 1.2, whiteSpace: 'nowrap' }}>{tokenText(row.presence)}</Bold>
        <Box sx={{ minWidth: 0 }}>
          <Bold sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Bold>
          <Muted block>
            {clockTime(row.AppointmentTime)}
            {column.called.length > 1 ? ` · ${text.earlierCalled(column.called.length - 1)}` : ''}
            {row.meetingLink === undefined ? null : (
              <>
                {' · '}
                <MeetingLink link={row.meetingLink} name={name} joins={false} />
              </>
            )}
          </Muted>
        </Box>
      </Inline>
      <Inline gap={0.5}>
        <ActionButton action={visitedAction} size="small" sx={{ flex: 1 }} />
        <RowMenu label={text.moreFor(name)} items={actions.menuOf(row)} />
      </Inline>
    </>
  );
}

/** The patient in the room, or that it is free; the same height in every state. */
function RoomBlock(props: RoomProps) {
  const { column, now } = props;
  const { doctor, called, waiting, backAt, isOnBreak } = column;
  if (called.length > 0) return <CalledRoom {...props} />;
  const [longest] = [...waiting].sort(byWait);
  const [icon, title, detail] = doctor.blocked
    ? (['blocked', text.blocked, doctor.room] as const)
    : backAt !== undefined
      ? isOnBreak
        ? (['clock', text.onBreak, text.backAt(clockTime(backAt))] as const)
        : (['clock', text.nextAt(clockTime(backAt)), null] as const)
      : (['place', text.isFree(doctor.room), null] as const);
  return (
    <>
      <Inline gap={0.75} sx={{ color: doctor.blocked || backAt ? 'text.primary' : 'primary.main' }}>
        <Icon name={icon} size={16} />
        <Bold sx={{ fontWeight: 600 }}>{title}</Bold>
      </Inline>
      {detail === null ? null : <Bold sx={{ fontWeight: 600 }}>{detail}</Bold>}
      <Muted block>
        {longest ? text.waitingLongest(waiting.length, presenceText.waited(waitedFor(longest, now))) : text.nobodyWaits}
      </Muted>
    </>
  );
}

function Section(props: { name: string; count: number; late?: boolean; children: ReactNode }) {
  const { name, count, late = false, children } = props;
  return (
    <>
      <Inline
        component="h3"
        gap={0.75}
        sx={{
          ...{ m: 0, px: 1.5, py: 0.5, ...smallText, fontWeight: 600, ...lineBelow },
          ...(late
            ? { bgcolor: 'status.notVisited.soft', color: 'status.notVisited.main' }
            : { bgcolor: 'surface.raised' }),
        }}
      >
        {late ? <Icon name="warning" size={14} /> : null}
        {name} {countText(count)}
      </Inline>
      {children}
    </>
  );
}

/** One doctor's queue: room, Call Next, and who is waiting, late or expected. */
export function DoctorColumn(props: ColumnProps) {
  const { column, now, actions, isChosen, chosenId, primary, dragged, onDrag, onChoose } = props;
  const { doctor, waiting, late, expected } = column;
  const [isOpened, setOpened] = useState(false);
  // A chosen patient is always shown.
  const isWhole = isOpened || expected.findIndex(({ AppointmentId }) => AppointmentId === chosenId) >= shownExpected;
  const ref = useRef<HTMLDivElement>(null);
  // A column that scrolls between press and release would lose the click on its buttons.
  const isPressed = useRef(false);
  useEffect(() => {
    if (isChosen && !isPressed.current) ref.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    isPressed.current = false;
  }, [isChosen]);
  const rows = isWhole ? expected : expected.slice(0, shownExpected);
  const movedRow = rowsOf(column).find(({ AppointmentId }) => AppointmentId === dragged);
  const { arrive, call, withdrawCall } = actions.presence;
  const callToRoom = movedRow && isWaiting(movedRow) ? () => void call(movedRow) : undefined;
  const toWaiting =
    movedRow && isExpected(movedRow)
      ? () => void arrive(movedRow)
      : movedRow && isCalled(movedRow)
        ? () => void withdrawCall(movedRow)
        : undefined;
  const patient = (row: TodaysAppointment) => (
    <PatientRow
      key={row.AppointmentId}
      row={row}
      now={now}
      isChosen={row.AppointmentId === chosenId}
      elsewhere={actions.elsewhereOf(row)}
      state={actions.stateOf(row)}
      menu={actions.menuOf(row)}
      drag={draggableOf(row.AppointmentId, onDrag)}
      onChoose={() => onChoose(row.AppointmentId)}
    />
  );
  return (
    <Paper
      ref={ref}
      component="section"
      aria-label={doctor.name}
      onPointerDown={() => {
        if (isChosen) return;
        isPressed.current = true;
        onChoose();
      }}
      sx={{
        ...{ flex: '0 0 auto', width: { xs: 'calc(100vw - 32px)', sm: 240 }, display: 'flex', flexDirection: 'column' },
        ...{ scrollSnapAlign: 'start', maxHeight: { md: 'calc(100vh - 230px)' }, minHeight: 0 },
        ...(isChosen ? { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' } : {}),
      }}
    >
      <Box sx={{ px: 1.5, pt: 1, pb: 1, ...lineBelow }}>
        <Box component="h2" sx={{ m: 0, fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {doctor.name}
        </Box>
        <Inline sx={{ justifyContent: 'space-between', ...smallText, color: 'text.secondary' }}>
          <Span sx={{ overflowWrap: 'anywhere' }}>{doctor.department}</Span>
          <Span sx={{ whiteSpace: 'nowrap' }}>{text.doneOf(column.done, column.total)}</Span>
        </Inline>
        <Progress column={column} />
      </Box>
      <Box
        {...dropPlace(callToRoom)}
        sx={{ minHeight: roomHeight, px: 1.5, py: 1, display: 'grid', gap: 0.5, alignContent: 'start', ...lineBelow }}
      >
        <RoomBlock column={column} now={now} actions={actions} chosenId={chosenId} onDrag={onDrag} />
      </Box>
      <Box sx={{ p: 1, display: 'grid', gap: 0.75, ...lineBelow }}>
        <NextButton action={actions.callNext(column)} next={waiting[0]} primary={primary} />
        <Lateness doctor={doctor} />
      </Box>
      <Box sx={{ overflowY: 'auto', minHeight: 0 }}>
        <Box {...dropPlace(toWaiting)}>
          <Section name={text.waiting} count={waiting.length}>
            {waiting.map(patient)}
          </Section>
        </Box>
        {late.length === 0 ? null : (
          <Section name={text.late} count={late.length} late>
            {late.map(patient)}
          </Section>
        )}
        <Section name={text.expected} count={expected.length}>
          {rows.map(patient)}
        </Section>
      </Box>
      {rows.length === expected.length ? null : (
        <Button
          variant="text"
          size="small"
          onClick={() => setOpened(true)}
          sx={{ justifyContent: 'flex-start', px: 1.5 }}
        >
          {text.more(expected.length - rows.length)}
        </Button>
      )}
    </Paper>
  );
}
