import { addDays } from '@dayline/contracts/clinic/clinic-time';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { usePagedCall } from '../../../shared/api/hooks.ts';
import { markingText } from '../../../shared/appointments/marking/text.ts';
import { clinicToday, weekdayAndDate } from '../../../shared/format/time.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { callsPath, leavePath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { isAction } from '../../../ui/buttons/single-press.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { uiText } from '../../../ui/text.ts';
import type { Doctor } from '../rules.ts';
import { doctorsText as text } from '../text.ts';

/** The first date without the doctor. If appointments are booked then, the leave page asks what happens to each. */
export default function LeftDialog({ doctor, onClose }: { doctor: Doctor; onClose(): void }) {
  const { pocId, pocName, leftFrom, kind } = doctor;
  const { clientId, zone } = useIdentity();
  const today = clinicToday(zone);
  const [from, setFrom] = useState(leftFrom ?? addDays(today, 1));
  const isDate = from !== '';
  const later = usePagedCall(
    'listAppointmentDetailsOfClient',
    { clientId, pocId, status: 'Confirmed', from: from > today ? from : today },
    { page: 1, pageSize: 1 },
    { enabled: isDate },
  );
  const bookedCount = later.data?.total;
  const save = useSetLeft({ doctor, from, onClose });
  const reopen = useSetLeft({ doctor, from: null, onClose });
  const outcome = save.outcome ?? reopen.outcome;
  return (
    <FormDialog
      title={text.leftOf(pocName)}
      onClose={onClose}
      // Enter in the date field must not pass over the choice.
      onSubmit={() => void (bookedCount === 0 && save.submit())}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {uiText.cancel}
          </Button>
          {leftFrom === undefined ? null : (
            <Button {...isAction} variant="outlined" onClick={() => void reopen.submit()} loading={reopen.isPending}>
              {text.bookableAgain}
            </Button>
          )}
          {bookedCount === undefined || bookedCount === 0 ? (
            <Button {...isAction} type="submit" loading={save.isPending} disabled={later.isLoading}>
              {text.saveDate}
            </Button>
          ) : (
            <LinkButton variant="contained" to={leavePath({ doctor: pocId, from, last: '1' })}>
              {text.chooseForLater(bookedCount)}
            </LinkButton>
          )}
        </>
      }
    >
      <Problem>{outcome && !outcome.isDone ? outcome.sentence : undefined}</Problem>
      <TextField
        label={text.leftFrom}
        hint={text.leftHint}
        type="date"
        error={isDate ? undefined : text.dateMissing}
        {...useTypedMoment('date', from, setFrom)}
        autoFocus
      />
      {isDate && bookedCount !== undefined ? (
        <Later pocId={pocId} booked={bookedCount} isSet={leftFrom !== undefined} />
      ) : null}
      {kind === 'unit' ? null : <Muted block>{text.signInEnds}</Muted>}
    </FormDialog>
  );
}

/** Sets the date, or none; the toast's Undo sets the former one. */
function useSetLeft(props: { doctor: Doctor; from: string | null; onClose(): void }) {
  const { doctor, from, onClose } = props;
  const { pocId, pocName, leftFrom = null } = doctor;
  const client = useQueryClient();
  const { act } = useAct();
  const failureText = text.leftFailed;
  const messageOf = (date: string | null) =>
    date === null ? text.returned(pocName) : text.leftSaved(pocName, weekdayAndDate(date));
  const undo = () =>
    act({
      send: () => call('setLeft', { pocId, from: leftFrom }),
      done: () => ({ message: messageOf(leftFrom) }),
      failed: failureText,
      refetch: ['listDoctorsOfClient'],
    });
  return useSubmit({
    problem: () => (from === '' ? true : undefined),
    send: () => call('setLeft', { pocId, from }),
    onDone: (reply) => {
      showDone(reply, {
        message: messageOf(from),
        action: { name: markingText.undo, shortcut: 'u', perform: () => void undo() },
      });
      void client.invalidateQueries({ queryKey: ['listDoctorsOfClient'] });
      onClose();
      return undefined;
    },
    failed: failureText,
  });
}

/** What is booked from the date on; once the date is set, the rest is among the people to call. */
function Later({ pocId, booked, isSet }: { pocId: string; booked: number; isSet: boolean }) {
  if (booked === 0) return <Muted block>{text.noneLater}</Muted>;
  return (
    <>
      <Muted block>{text.later(booked)}</Muted>
      {isSet ? (
        <LinkButton variant="outlined" to={callsPath(pocId, [], 'left')}>
          {text.callLater}
        </LinkButton>
      ) : null}
    </>
  );
}
