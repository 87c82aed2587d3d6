import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { patientNoteTypes } from '@dayline/contracts/events/people';
import { searched } from '@dayline/contracts/fold';
import type { PatientRow } from '@dayline/contracts/views';
import { changed, ignored, mustExist, type View } from '../projection.ts';

const searchOf = ({ name, phone, email, location, uhid }: PatientDetails) => ({
  search: searched(name, phone, email, location, uhid),
  patientSearch: searched(name, phone, uhid),
});

const detailsOf = (of: PatientDetails): PatientDetails => {
  const { name, phone, email, location, uhid, sex, bornOn, ageText, guardianRelation, guardianName, phoneNote } = of;
  return { name, phone, email, location, uhid, sex, bornOn, ageText, guardianRelation, guardianName, phoneNote };
};

/** One person at one client; null fields once erased. Key: the patient's id. */
export const patients: View<PatientRow, 'patient'> = {
  name: 'patients',
  indexes: [
    { name: 'byPhone', fields: ['clientId', 'phone'] },
    { name: 'bySearch', fields: ['clientId', 'erased', 'search', 'key', 'patientSearch'] },
  ],
  searched: [
    { field: 'search', within: 'clientId' },
    { field: 'patientSearch', within: 'clientId' },
  ],
  people: { field: 'patientSearch', within: 'clientId' },
  changes: {
    PatientRegistered: {
      fold(_, { data, position, metadata }, key) {
        const details = detailsOf(data);
        return {
          key,
          at: position,
          registeredAt: metadata.recordedAt,
          clientId: data.clientId,
          ...details,
          ...searchOf(details),
          erased: false,
        };
      },
    },
    PatientDetailsCorrected: {
      fold(row, event) {
        const details = { ...detailsOf(mustExist(row, event)), ...event.data };
        return changed(row, event, { ...details, ...searchOf(details) });
      },
    },
    PatientErased: {
      fold: (row, event) => changed(row, event, { ...noDetails, ...searchOf(noDetails), erased: true }),
    },
    ...ignored(...patientNoteTypes),
  },
};
