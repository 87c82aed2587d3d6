import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { testId } from '../../shared/testing/identities.ts';

export const replayDay = '2026-11-21';
const zone = 'Asia/Kolkata';

export const positionOf = (place: number): string => String(place * 10).padStart(16, '0');
/** 11:2x:07 AM at the clinic. */
export const recordedAtOf = (place: number): string => `2026-11-21T05:5${place}:07.000Z`;

export const aCard = (number: number, more: Partial<TodaysAppointment> = {}): TodaysAppointment => ({
  AppointmentId: `${testId(200)}_20261121_${testId(300 + number)}`,
  AppointmentTime: '11:20',
  Status: 'Confirmed',
  Is_Active: 1,
  User_ID: testId(900 + number),
  PatientName: `Patient ${number}`,
  PatientContact: '919876543210',
  AppointmentType: 'Direct Consultation',
  POC_ID: testId(200),
  POC_Name: 'Dr. Asha Menon',
  money: { amount: 70_000 },
  AppointmentDate: replayDay,
  StatusAt: recordedAtOf(0),
  StatusBy: 'Front Desk 1',
  at: positionOf(0),
  ...more,
});

export const marksReply: ResponseOf<'listReplayMarks'> = {
  date: replayDay,
  zone,
  earlier: false,
  later: false,
  marks: (
    [
      ['AppointmentBooked', 'booking', 'done'],
      ['CommandRefused', 'booking', 'refused'],
      ['AppointmentMarkedNotVisited', 'visit', 'undone'],
      ['AppointmentMarkUndone', 'undo', 'done'],
    ] as const
  ).map(([type, action, outcome], index) => ({
    position: positionOf(index + 1),
    recordedAt: recordedAtOf(index + 1),
    type,
    action,
    outcome,
  })),
};

/** The board after this many marks. */
export function boardAfter(marks: number): ResponseOf<'getBoardAsOf'> {
  const status = marks === 3 ? ('Not_Availed' as const) : ('Confirmed' as const);
  const card = aCard(1, { Status: status, Is_Active: status === 'Confirmed' ? 1 : 0, PatientName: 'Rohan Kulkarni' });
  return {
    asOf: {
      position: positionOf(marks),
      instant: recordedAtOf(marks),
      date: replayDay,
      time: '11:23',
      zone,
    },
    cards: marks === 0 ? [] : [card],
    around: marksReply.marks.map((mark, index) => ({
      eventId: `event-${index}`,
      actor: { kind: 'admin', id: testId(1), name: 'Front Desk 1' },
      sentence: `did ${index + 1}.`,
      words: { code: 'statement', args: [] },
      noteWords: null,
      patientId: null,
      note: mark.outcome === 'refused' ? 'This time was taken a moment ago.' : null,
      channel: 'web',
      appointmentId: card.AppointmentId,
      undoes: null,
      undoneBy: null,
      stream: 'doctorDay-x',
      revision: index,
      correlationId: 'c',
      ...mark,
    })),
  };
}
