import { searched } from '@dayline/contracts/fold';
import type { DepartmentRow } from '@dayline/contracts/views/directory';
import { changed, mustExist, type View } from '../projection.ts';

const named = (name: string) => ({ name, search: searched(name) });

/** Key: the department's id. The number of its doctors is in the counts. */
export const departments: View<DepartmentRow, 'department'> = {
  name: 'departments',
  indexes: [{ name: 'byClient', fields: ['clientId', 'search'] }],
  changes: {
    DepartmentOpened: {
      fold: (_, { data, position }, key) => ({ key, at: position, clientId: data.clientId, ...named(data.name) }),
    },
    DepartmentRenamed: { fold: (row, event) => changed(row, event, named(event.data.name)) },
    DepartmentClosed: { fold: (row, event) => changed(row, event, { closed: true }) },
    DepartmentReopened: {
      fold(row, event) {
        const { closed: _, ...open } = mustExist(row, event);
        return { ...open, at: event.position };
      },
    },
  },
};
