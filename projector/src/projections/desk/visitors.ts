import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { hoursTypes, moneyTypes, noteTypes, type StatusEvent, statusTypes } from '@dayline/contracts/events/doctor-day';
import { moveSteps } from '@dayline/contracts/events/moves';
import { presenceTypes } from '@dayline/contracts/events/presence';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { VisitorRow } from '@dayline/contracts/views';
import { type Change, forTypes, ignored, type View } from '../projection.ts';

const statusChanged: Change<VisitorRow, Recorded<StatusEvent>> = {
  rows({ data: { statusBefore, statusAfter, patientId }, stream }) {
    if ((statusBefore === 'Availed') === (statusAfter === 'Availed')) return [];
    return [`${doctorDayOf(streamKey(stream)).pocId}_${patientId}`];
  },
  fold(row, { data, stream, metadata: { clientId }, position: at }, key) {
    const { date } = doctorDayOf(streamKey(stream));
    const before = row ?? { key, at, clientId, pocId: key.slice(0, 26), patientId: key.slice(27), dates: [] };
    const dates = data.statusAfter === 'Availed' ? [date, ...before.dates] : without(before.dates, date);
    const { gone: _gone, ...lasting } = before;
    const after = { ...lasting, at, dates: dates.sort().reverse() };
    return dates.length > 0 ? after : { ...after, gone: true };
  },
};

/** Only one of several equal dates is removed. */
const without = (dates: readonly string[], date: string): string[] =>
  dates.filter((_, index) => index !== dates.indexOf(date));

/**
 * The people who visited a doctor. "`patientCount` is the number of people who visited" (decisions): the number of a
 * doctor's rows.
 */
export const visitors: View<VisitorRow, 'doctorDay'> = {
  name: 'visitors',
  indexes: [{ name: 'byDoctor', fields: ['pocId'] }],
  changes: {
    ...forTypes(statusTypes, statusChanged),
    ...ignored(...presenceTypes, ...hoursTypes, ...moneyTypes, ...noteTypes, ...moveSteps, 'AppointmentRescheduled'),
  },
};
