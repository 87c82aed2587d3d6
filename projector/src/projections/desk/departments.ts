import { streamKey } from '@dayline/contracts/ids';
import type { DepartmentRow } from '@dayline/contracts/views';
import { mustExist, noRows, notFolded, type View } from '../projection.ts';

/** Key: the department's id. The number of its doctors is in the counts. */
export const departments: View<DepartmentRow> = {
  name: 'departments',
  indexes: [{ name: 'byClient', fields: ['clientId', 'search'] }],
  names(event) {
    const isOurs = event.type === 'DepartmentOpened' || event.type === 'DepartmentRenamed';
    return isOurs ? [streamKey(event.stream)] : noRows;
  },
  fold(row, event, key) {
    const at = event.position;
    if (event.type === 'DepartmentOpened') {
      const { clientId, name } = event.data;
      return { key, at, clientId, name, search: name.toLowerCase() };
    }
    if (event.type !== 'DepartmentRenamed') return notFolded(event);
    return { ...mustExist(row, event), at, name: event.data.name, search: event.data.name.toLowerCase() };
  },
};
