import { streamKey } from '@dayline/contracts/ids';
import type { PatientRow } from '@dayline/contracts/views';
import { mustExist, noRows, notFolded, type View } from '../projection.ts';

type Contact = Pick<PatientRow, 'name' | 'phone' | 'email' | 'location'>;

/** Separated by line breaks, so that a search never matches across two fields. */
const searchOf = ({ name, phone, email, location }: Contact): Pick<PatientRow, 'search' | 'nameSearch'> => ({
  search: [name, phone, email, location]
    .filter((field) => field !== null)
    .join('\n')
    .toLowerCase(),
  nameSearch: name?.toLowerCase() ?? '',
});

/** One person at one client; null fields once erased. Key: the patient's id. */
export const patients: View<PatientRow> = {
  name: 'patients',
  indexes: [
    { name: 'byPhone', fields: ['clientId', 'phone'] },
    { name: 'bySearch', fields: ['clientId', 'erased', 'search', 'key', 'nameSearch'] },
  ],
  searched: [
    { field: 'search', within: 'clientId' },
    { field: 'nameSearch', within: 'clientId' },
  ],
  names(event) {
    switch (event.type) {
      case 'PatientRegistered':
      case 'PatientDetailsCorrected':
      case 'PatientErased':
        return [streamKey(event.stream)];
      default:
        return noRows;
    }
  },
  fold(row, event, key) {
    switch (event.type) {
      case 'PatientRegistered': {
        const { clientId, name, phone, email, location } = event.data;
        const contact = { name, phone, email, location };
        return { key, at: event.position, clientId, ...contact, ...searchOf(contact), erased: false };
      }
      case 'PatientDetailsCorrected': {
        const before = mustExist(row, event);
        const { name, email, location } = event.data;
        const contact = { name, phone: before.phone, email, location };
        return { ...before, at: event.position, ...contact, ...searchOf(contact) };
      }
      case 'PatientErased': {
        const nobody = { name: null, phone: null, email: null, location: null };
        return { ...mustExist(row, event), at: event.position, ...nobody, ...searchOf(nobody), erased: true };
      }
      default:
        return notFolded(event);
    }
  },
};
