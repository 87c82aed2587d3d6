import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Chip from '@mui/material/Chip';
import { memo, useCallback } from 'react';
import { AppointmentCard } from '../../../shared/appointments/appointment-card.tsx';
import { canBeMarked } from '../../../shared/appointments/marking/rules.ts';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { stageWords } from '../../../shared/appointments/presence/presence.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { MeetingLink } from '../../../shared/appointments/visit/meeting-link.tsx';
import { visitOfCard } from '../../../shared/appointments/visit/visit-row.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { todayText as text } from '../text.ts';
import { CardActions, CardMenu } from './card-actions.tsx';

/** What is due: a click asks how it is paid. */
function DueChip({ row, pay }: { row: TodaysAppointment; pay: Action }) {
  const { amount } = row.money;
  const words = amount === null ? text.isDue : text.due(paiseAmount(amount));
  return (
    <Chip
      label={words}
      variant="outlined"
      size="small"
      aria-label={text.payOf(words, row.PatientName ?? appointmentText.anErased)}
      onClick={pay.perform}
      sx={{ minHeight: { xs: 44, md: 24 }, borderRadius: 22, fontWeight: 600, '@media print': { minHeight: 0 } }}
    />
  );
}

export const BoardCard = memo(function BoardCard(props: {
  row: TodaysAppointment;
  position: number;
  withDoctor: boolean;
  focused: boolean;
  primary: boolean;
  flash: boolean;
  marked: boolean;
  late: string | undefined;
  presence: string | undefined;
  /** The functions are stable for the board's lifetime, so that only changed cards render again. */
  hold(id: string, position: number, element: HTMLElement | null): void;
  onFocus(id: string): void;
  onEnter(id: string): void;
  onMark(row: TodaysAppointment, status: AppointmentStatus): void;
  stateOf(row: TodaysAppointment): Action | undefined;
  menuOf(row: TodaysAppointment): readonly Action[];
  /** Records what is due; undefined if nothing is, or for who records no payments. */
  payOf(row: TodaysAppointment): Action | undefined;
}) {
  const { row, position, withDoctor, focused, primary, flash, marked, late, presence, hold } = props;
  const pay = props.payOf(row);
  const { AppointmentId: id } = row;
  const ref = useCallback((element: HTMLElement | null) => hold(id, position, element), [hold, id, position]);
  return (
    <AppointmentCard
      ref={ref}
      time={row.AppointmentTime}
      late={late}
      presence={presence}
      stage={stageWords(row)}
      userId={row.User_ID}
      patientName={row.PatientName}
      identity={row.identity}
      phone={row.PatientContact}
      {...(withDoctor ? { doctorName: row.POC_Name } : {})}
      type={row.AppointmentType}
      session={row.session}
      overbooked={row.overbooked}
      patientConfirmed={row.patientConfirmed}
      partPaid={partPaidWords(visitOfCard(row))}
      link={
        row.meetingLink === undefined ? undefined : (
          <MeetingLink
            link={row.meetingLink}
            name={row.PatientName ?? appointmentText.anErased}
            joins={!withDoctor && row.Status === 'Confirmed'}
          />
        )
      }
      status={row.Status}
      due={pay === undefined ? undefined : <DueChip row={row} pay={pay} />}
      active={canBeMarked(row)}
      focused={focused}
      marked={marked}
      flash={flash}
      onFocus={() => props.onFocus(id)}
      onPointerEnter={() => props.onEnter(id)}
      actions={
        <CardActions
          row={row}
          primary={primary}
          state={props.stateOf(row)}
          onMark={(status) => props.onMark(row, status)}
        />
      }
      menu={<CardMenu row={row} actions={props.menuOf(row)} />}
    />
  );
});
