import { searchText } from '@dayline/contracts/fold';
import type { DepartmentRow } from '@dayline/contracts/views/directory';
import { changed, mustExist, type View } from '../projection.ts';

const nameFields = (name: string) => ({ name, search: searchText(name) });

/** Key: the department's id. The number of its doctors is in the counts. */
export const departments: View<DepartmentRow, 'department'> = {
  name: 'departments',
  indexes: [{ name: 'byClient', fields: ['clientId', 'search'] }],
  changes: {
    DepartmentOpened: {
      fold: (_, { data, position }, key) => ({ key, at: position, clientId: data.clientId, ...nameFields(data.name) }),
    },
    DepartmentRenamed: { fold: (row, event) => changed(row, event, nameFields(event.data.name)) },
    DepartmentClosed: { fold: (row, event) => changed(row, event, { closed: true }) },
    DepartmentReopened: {
      fold(row, event) {
        const { closed: _, ...open } = mustExist(row, event);
        return { ...open, at: event.position };
      },
    },
  },
};
