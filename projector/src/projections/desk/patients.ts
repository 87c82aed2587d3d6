import { searched } from '@dayline/contracts/fold';
import type { PatientRow } from '@dayline/contracts/views';
import { changed, mustExist, type View } from '../projection.ts';

type Contact = Pick<PatientRow, 'name' | 'phone' | 'email' | 'location'>;

const searchOf = ({ name, phone, email, location }: Contact): Pick<PatientRow, 'search' | 'patientSearch'> => ({
  search: searched(name, phone, email, location),
  patientSearch: searched(name, phone),
});

const nobody: Contact = { name: null, phone: null, email: null, location: null };

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
  changes: {
    PatientRegistered: {
      fold(_, { data, position, metadata }, key) {
        const { clientId, name, phone, email, location } = data;
        const contact = { name, phone, email, location };
        return {
          key,
          at: position,
          registeredAt: metadata.recordedAt,
          clientId,
          ...contact,
          ...searchOf(contact),
          erased: false,
        };
      },
    },
    PatientDetailsCorrected: {
      fold(row, event) {
        const { name, email, location } = event.data;
        const { phone } = mustExist(row, event);
        return changed(row, event, { name, email, location, ...searchOf({ name, phone, email, location }) });
      },
    },
    PatientErased: {
      fold: (row, event) => changed(row, event, { ...nobody, ...searchOf(nobody), erased: true }),
    },
  },
};
