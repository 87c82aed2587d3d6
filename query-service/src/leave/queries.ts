import { daysBetween } from '@dayline/contracts/clinic/clinic-time';
import { lastBlockableDate, maxLeaveDays } from '@dayline/contracts/clinic/horizon';
import { type LeaveSummary, maxLeaveRows, undoLeaveWindowMs } from '@dayline/contracts/endpoints/leave';
import { isErrorCode, refuse, sentenceOf } from '@dayline/contracts/errors';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { LeaveViewRow } from '@dayline/contracts/views';
import { unknownDoctor } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import type { ListQuery } from '../paging/page-of-view.ts';
import type { Queries } from '../queries/answer.ts';
import { bookingsIn, previewOf } from './preview.ts';

/** Leaves that are listed, newest first. */
const maxListed = 20;

export function summaryOf(row: LeaveViewRow, directory: Directory): LeaveSummary {
  const { key: leaveId, pocId, from, to, hours, reason, by, startedAt, state, rows } = row;
  const pocName = (directory.doctor(pocId) ?? unknownDoctor).name;
  return { leaveId, pocName, from, to, hours, reason, by, startedAt, state, rows: rows.length };
}

/** A doctor's leaves, newest first. */
export const leavesOf = (pocId: string): ListQuery<'leaves'> => ({
  view: 'leaves',
  where: { pocId },
  order: [
    { field: 'startedAt', descending: true },
    { field: 'key', descending: true },
  ],
});

/** Until when a settled leave can be undone, ISO 8601, UTC; null if it can't. */
function undoUntilOf({ state, settledAt }: LeaveViewRow, instant: number): string | null {
  if (state !== 'settled' || settledAt === null) return null;
  const until = Date.parse(settledAt) + undoLeaveWindowMs;
  return until > instant ? new Date(until).toISOString() : null;
}

const problemOf = (code: string) => ({ code, sentence: isErrorCode(code) ? sentenceOf(code) : code });

/** The preview of a leave, and leaves with what happened to each appointment. */
export const leaveQueries: Queries<'previewLeave' | 'listLeaves' | 'getLeave'> = {
  async previewLeave({ pocId, from, to, hours = null, colleague }, snapshot, { caller }) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('doctor.unknown');
    const today = snapshot.clinicOf(doctor.clientId).date;
    if (from < today) return refuse('leave.past');
    if (daysBetween(from, to) >= maxLeaveDays || to > lastBlockableDate(today)) return refuse('leave.too-long');
    const leave = { from, to, hours };
    const rows = await bookingsIn(snapshot, pocId, leave, maxLeaveRows + 1);
    if (rows.length > maxLeaveRows) return refuse('leave.too-many');
    // Moves to another doctor are the desk's.
    const proposal = caller.identity.role === 'doctor' ? null : colleague;
    return { body: { days: await previewOf(snapshot, { doctor, leave, rows, colleague: proposal }) } };
  },

  async listLeaves({ pocId }, { desk, directory }) {
    const { rows } = await desk.page({ ...leavesOf(pocId), limit: maxListed });
    return { body: rows.map((row) => summaryOf(row, directory)) };
  },

  async getLeave({ pocId, leaveId }, snapshot) {
    const { desk, directory, instant } = snapshot;
    const row = await desk.row('leaves', leaveId);
    if (row?.pocId !== pocId) return refuse('leave.unknown');
    const patients = await desk.rows(
      'patients',
      row.rows.map(({ patientId }) => patientId),
    );
    const nameOf = (id: string) => (directory.doctor(id) ?? unknownDoctor).name;
    const beside = row.stopped && (await desk.rows('appointments', row.stopped.appointmentIds));
    return {
      body: {
        ...summaryOf(row, directory),
        rows: row.rows.map(({ patientId: userId, code, to, fee: _, ...settled }) => {
          const patient = patients.get(userId);
          return {
            ...{ ...settled, userId, date: doctorDayOf(settled.appointmentId).date },
            ...{ patientName: patient?.name ?? null, patientPhone: patient?.phone ?? null },
            to: to && { ...to, pocName: nameOf(to.pocId) },
            problem: code === null ? null : problemOf(code),
          };
        }),
        undoUntil: undoUntilOf(row, instant),
        stoppedAt: row.stopped && {
          date: row.stopped.date,
          bookings: [...(beside?.values() ?? [])].map(({ time, patientName }) => ({ time, patientName })),
        },
      },
    };
  },
};
