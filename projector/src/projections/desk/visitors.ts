import { isStatusEvent } from '@dayline/contracts/events/doctor-day';
import { placeOfDoctorDay, streamKey } from '@dayline/contracts/ids';
import type { VisitorRow } from '@dayline/contracts/views';
import { noRows, notFolded, type View } from '../projection.ts';

/** Who visited whom. "`patientCount` is the number of people who visited" (decisions): a count of a doctor's rows. */
export const visitors: View<VisitorRow> = {
  name: 'visitors',
  indexes: [{ name: 'byDoctor', fields: ['pocId'] }],
  names(event) {
    if (!isStatusEvent(event)) return noRows;
    const { statusBefore, statusAfter, patientId } = event.data;
    if ((statusBefore === 'Availed') === (statusAfter === 'Availed')) return noRows;
    return [`${placeOfDoctorDay(streamKey(event.stream)).pocId}_${patientId}`];
  },
  fold(row, event, key) {
    const at = event.position;
    const { clientId } = event.metadata;
    const before = row ?? { key, at, clientId, pocId: key.slice(0, 26), patientId: key.slice(27), visits: 0 };
    if (!isStatusEvent(event)) return notFolded(event);
    const visits = before.visits + (event.data.statusAfter === 'Availed' ? 1 : -1);
    const { gone: _gone, ...lasting } = before;
    return visits > 0 ? { ...lasting, at, visits } : { ...lasting, at, visits, gone: true };
  },
};
