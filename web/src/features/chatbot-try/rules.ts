import type { HallTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { Trial, TrialCall } from '@dayline/contracts/endpoints/partner/chatbot-try';
import { type Stage, stageOf } from '../../shared/appointments/presence/presence.ts';
import { clockTime, timeAtClinic } from '../../shared/format/time.ts';
import { trialText as text } from './text.ts';

/** How often the talk is fetched, in ms: while a reply is on its way, and else. */
export const lookEvery = { awaited: 700, idle: 5_000 };

export const lookIn = (trial: Trial | null | undefined): number | false =>
  trial === null ? false : trial?.isAwaited ? lookEvery.awaited : lookEvery.idle;

/** What a call asked, and what it found in bold. */
export function callWords(call: TrialCall, zone: string): { readonly asked: string; readonly found: string } {
  const { calls: t } = text;
  const { about, count, position } = call;
  if (call.refused) return { asked: '', found: t.refused };
  const at = position === null ? '' : t.position(String(BigInt(position)));
  switch (call.call) {
    case 'lookUpPatients':
      return { asked: t.whoHas, found: about ?? t.nobody };
    case 'listPartnerSlots':
      return { asked: about === null ? t.free : t.freeOf(about), found: String(count ?? 0) };
    case 'listPartnerAppointments':
      return { asked: t.visits, found: String(count ?? 0) };
    case 'savePartnerPatient':
      return { asked: '', found: t.registered };
    case 'createHold':
      return { asked: t.held(clockTime(about ?? '00:00')), found: call.until ? timeAtClinic(call.until, zone) : '' };
    case 'releaseHold':
      return { asked: '', found: t.released };
    case 'bookPartnerAppointment':
      return { asked: '', found: `${t.booked}${at}` };
    case 'movePartnerAppointment':
      return { asked: '', found: `${t.moved}${at}` };
    case 'cancelPartnerAppointment':
      return { asked: '', found: `${t.cancelled}${at}` };
  }
}

/** The last part of a call's path, as in the document of the partner API. */
export const pathWords: Readonly<Record<TrialCall['call'], string>> = {
  lookUpPatients: 'patients/lookup',
  listPartnerSlots: 'slots',
  listPartnerAppointments: 'appointments',
  savePartnerPatient: 'patients',
  createHold: 'holds',
  releaseHold: 'holds/release',
  bookPartnerAppointment: 'appointments/book',
  movePartnerAppointment: 'appointments/move',
  cancelPartnerAppointment: 'appointments/cancel',
};

/** The appointments that were booked or moved to in this talk. */
export const bookedIn = (calls: readonly TrialCall[]): ReadonlySet<string> =>
  new Set(
    calls.flatMap(({ call, appointmentId }) =>
      appointmentId !== null && (call === 'bookPartnerAppointment' || call === 'movePartnerAppointment')
        ? [appointmentId]
        : [],
    ),
  );

type Timed = Pick<TodaysAppointment, 'AppointmentId' | 'AppointmentTime'>;
export const byTime = (one: Timed, other: Timed): number => one.AppointmentTime.localeCompare(other.AppointmentTime);

/** Rows of a board; `group` is null where they are not divided. */
export interface RowGroup<Row> {
  readonly group: Stage | null;
  readonly rows: readonly Row[];
}

const stages: readonly Stage[] = ['called', 'waiting', 'late', 'next', 'done'];

/** Today in the groups of Today's Appointments, each by time. */
export const groupsOf = (rows: readonly TodaysAppointment[], now: HallTime): readonly RowGroup<TodaysAppointment>[] =>
  stages.flatMap((group) => {
    const found = rows.filter((row) => stageOf(row, now) === group);
    return found.length === 0 ? [] : [{ group, rows: found }];
  });
