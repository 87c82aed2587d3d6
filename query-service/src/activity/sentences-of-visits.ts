import type { ActivityRow } from '@dayline/contracts/activity';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { WithoutSentence } from '@dayline/contracts/events/table';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { doctorDayOf } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import { feeParts, moneyPhrases, phrase, withFeeChange } from '@dayline/contracts/words/english';
import { type Names, patientPhrase } from './names.ts';
import { wordsOfHours } from './sentences-of-hours.ts';

type PaymentCorrection = Extract<DoctorDayEvent, { type: 'AppointmentPaymentCorrected' }>['data'];

function paymentCorrected({ paymentBefore, paymentAfter, undoneEventId, ...money }: PaymentCorrection, whose: Phrase) {
  // The amount is omitted: the entry of the payment has it.
  const after = phrase('payment', paymentAfter, ...(paymentAfter === 'Paid' ? moneyPhrases(money) : []));
  if (undoneEventId !== null) return phrase('paymentUndone', whose, after);
  return phrase('paymentChanged', whose, phrase('payment', paymentBefore), after);
}

type MoveEvent = Extract<WithoutSentence<DoctorDayEvent>, { readonly data: { readonly moveId: string } }>;
const isMove = (event: WithoutSentence<DoctorDayEvent>): event is MoveEvent => 'moveId' in event.data;

/** Sentences about changes of a doctor's day, or a visit of it. */
export function wordsOfDay(event: WithoutSentence<DoctorDayEvent>, row: ActivityRow, names: Names): Phrase {
  if (isMove(event)) return wordsOfMove(event, row, names);
  const visit = patientPhrase(row, names);
  switch (event.type) {
    case 'AppointmentPaymentRecorded':
      return phrase('paymentRecorded', visit, phrase('payment', event.data.payment, ...moneyPhrases(event.data)));
    case 'AppointmentPaymentCorrected':
      return paymentCorrected(event.data, visit);
    case 'FeeDecided':
      return phrase('feeDecided', visit, ...feeParts(event.data));
    case 'PatientContacted':
      return phrase(event.data.reached ? 'reached' : 'notReached', visit);
    case 'PaymentRefunded':
      return phrase('refunded', visit, ...moneyPhrases(event.data));
    case 'AppointmentMarkedVisited':
    case 'AppointmentMarkedNotVisited':
      return phrase('marked', visit, phrase('status', event.data.statusAfter));
    case 'AppointmentRescheduled': {
      const { undoneEventId, timeBefore, feeChange } = event.data;
      const code = undoneEventId === null ? 'rescheduled' : 'reschedulingUndone';
      return withFeeChange(phrase(code, visit, phrase('clock', timeBefore)), feeChange);
    }
    case 'AppointmentMarkUndone':
      return phrase('markUndone', visit, phrase('status', event.data.statusAfter));
    case 'AppointmentCancellationUndone':
      return phrase('cancellationUndone', visit, phrase('status', event.data.statusAfter));
    case 'AppointmentStatusCorrected': {
      const { statusBefore, statusAfter } = event.data;
      return phrase('statusCorrected', visit, phrase('status', statusBefore), phrase('status', statusAfter));
    }
    case 'PlaceHeld':
      return phrase('placeHeld', heldPlace(row, names));
    case 'HoldReleased':
      return phrase('holdReleased', heldPlace(row, names));
    case 'HoldLapsed':
      return phrase('holdLapsed', heldPlace(row, names));
    case 'DayHoursSet':
    case 'SlotsBlocked':
    case 'SlotsUnblocked':
      return wordsOfHours(event, row, names);
    default:
      return unreachable(event);
  }
}

/** A hold is nobody's yet. */
const heldPlace = (row: ActivityRow, names: Names): Phrase => patientPhrase({ ...row, appointmentId: null }, names);

function wordsOfMove(event: MoveEvent, row: ActivityRow, names: Names): Phrase {
  const moved = patientPhrase(row, names);
  const placeOf = (id: string, time: string | null = null): Phrase => {
    const { pocId, date } = doctorDayOf(id);
    const [day, doctor] = [phrase('date', date), names.doctor(pocId) ?? phrase('unknownDoctor')];
    return time === null ? phrase('dayOf', day, doctor) : phrase('whom', day, phrase('clock', time), doctor);
  };
  switch (event.type) {
    case 'AppointmentMoveStarted': {
      const { undoneEventId, to, feeChange } = event.data;
      const code = undoneEventId === null ? 'beganMove' : 'beganMoveBack';
      return withFeeChange(phrase(code, moved, placeOf(to)), feeChange);
    }
    case 'AppointmentMovedIn':
      return phrase('tookMoveIn', moved, placeOf(event.data.from));
    case 'MoveRefused':
      return phrase('refusedMove', moved, phrase('refusal', event.data.code));
    case 'AppointmentMoveAbandoned':
      return phrase('gaveMoveUp', moved, phrase('refusal', event.data.code));
    case 'AppointmentMovedAway':
      return phrase('movedElsewhere', moved, placeOf(event.data.to, names.timeOf(event.data.to)));
    default:
      return unreachable(event);
  }
}
