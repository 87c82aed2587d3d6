import { counted, countText } from '../../ui/locale/words.ts';
import { rowsPerPage } from './api/queries.ts';
import { DirectoryList } from './components/directory-list.tsx';
import { departmentsText as text } from './text.ts';

/** Departments (/departments), section 2. */
export function DepartmentsPage() {
  return (
    <DirectoryList
      call="listDepartmentsWithDoctors"
      title={text.title}
      searchLabel={text.search}
      one="Department"
      rowKey={(row) => row.departmentId}
      columns={(page) => [
        {
          id: 'number',
          header: 'No.',
          width: 72,
          card: 'none',
          cell: (_, index) => (page - 1) * rowsPerPage + index + 1,
        },
        { id: 'name', header: 'Department Name', strong: true, cell: (row) => row.DepartmentName },
        {
          id: 'doctors',
          header: 'POCs',
          width: 120,
          align: 'right',
          cell: (row) => countText(row.NoOfPOCs),
          onCard: (row) => counted(row.NoOfPOCs, 'POC'),
        },
      ]}
      failed={text.failed}
      empty={{ title: text.none, hint: text.noneHint, icon: 'departments' }}
      noMatch={text.noMatch}
      clear={text.clear}
    />
  );
}
