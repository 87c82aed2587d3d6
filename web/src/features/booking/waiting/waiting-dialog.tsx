import { maxNoteLength } from '@dayline/contracts/fields/max-lengths';
import { useRef, useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { useUnderway } from '../../../shared/actions/underway.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import type { Booking } from '../api/use-booking.ts';
import { joinWaitingList, type WaitingKeys } from './join-waiting-list.ts';
import { joinWaitingText as text } from './text.ts';

const pair = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
} as const;

function Moment(props: {
  label: string;
  type: 'date' | 'time';
  value: string;
  error?: string | undefined;
  onValue(value: string): void;
}) {
  const { label, type, value, error, onValue } = props;
  return <TextField label={label} type={type} error={error} {...useTypedMoment(type, value, onValue)} />;
}

/** Adds the wizard's patient to the waiting list of the doctor, or of the department. */
export default function WaitingDialog(props: {
  booking: Booking;
  doctor: string;
  department: string;
  onClose(): void;
}) {
  const { booking, doctor, department, onClose } = props;
  const { clientId, zone } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const keys = useRef<WaitingKeys>(new Map());
  const today = useClinicDay(zone);
  const { pocId, departmentId, date } = booking.draft.fields;
  const [target, setTarget] = useState<'doctor' | 'department'>('doctor');
  const [from, setFrom] = useState(date === '' ? today : date);
  const [to, setTo] = useState(date === '' ? today : date);
  const [hours, setHours] = useState<{ from: string; to: string } | null>(null);
  const [note, setNote] = useState('');
  const areDaysWrong = from > to || from < today;
  const areHoursWrong = hours !== null && (hours.from === '' || hours.from >= hours.to);
  const join = () =>
    act({
      async send() {
        const wanted = {
          ...{ departmentId, from, to },
          ...(target === 'doctor' && { pocId }),
          ...(hours !== null && { times: hours }),
          ...(note.trim() !== '' && { note: note.trim() }),
        };
        const reply = await joinWaitingList(booking.draft, clientId, wanted, keys.current);
        onClose();
        booking.startOver();
        return reply;
      },
      done: () => ({ message: text.joined, detail: booking.draft.fields.name }),
      failed: text.failed,
      refetch: ['listWaiting'],
    });
  return (
    <FormDialog
      title={text.title}
      about={booking.draft.fields.name}
      submitLabel={text.submit}
      isPending={isUnderway('join')}
      onSubmit={() => {
        if (!areDaysWrong && !areHoursWrong) void run('join', join);
      }}
      onClose={onClose}
    >
      <ModeToggle<'doctor' | 'department'>
        label={text.target}
        value={target}
        onChange={setTarget}
        modes={[
          { value: 'doctor', label: doctor },
          { value: 'department', label: text.anyOf(department) },
        ]}
      />
      <Stack gap={1} sx={pair}>
        <Moment
          label={text.from}
          type="date"
          value={from}
          error={areDaysWrong ? text.wrongDays : undefined}
          // A later first day takes the last one along.
          onValue={(next) => {
            setFrom(next);
            if (next > to) setTo(next);
          }}
        />
        <Moment label={text.to} type="date" value={to} onValue={setTo} />
      </Stack>
      <ModeToggle
        label={text.times}
        value={hours === null ? 'any' : 'hours'}
        onChange={(mode) => setHours(mode === 'any' ? null : { from: '09:00', to: '12:00' })}
        modes={[
          { value: 'any', label: text.anyTime },
          { value: 'hours', label: text.someHours },
        ]}
      />
      {hours === null ? null : (
        <Stack gap={1} sx={pair}>
          <Moment
            label={text.start}
            type="time"
            value={hours.from}
            error={areHoursWrong ? text.wrongHours : undefined}
            onValue={(next) => setHours({ ...hours, from: next })}
          />
          <Moment label={text.end} type="time" value={hours.to} onValue={(next) => setHours({ ...hours, to: next })} />
        </Stack>
      )}
      <TextField label={text.note} value={note} onChange={setNote} maxLength={maxNoteLength} optional />
    </FormDialog>
  );
}
