import { countText } from '../../ui/locale/words.ts';
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
      words={text.count}
      rowKey={(row) => row.departmentId}
      columns={(page) => [
        {
          id: 'number',
          header: text.number,
          width: 72,
          card: 'none',
          cell: (_, index) => (page - 1) * rowsPerPage + index + 1,
        },
        { id: 'name', header: text.name, strong: true, cell: (row) => row.DepartmentName },
        {
          id: 'doctors',
          header: text.doctors,
          width: 120,
          align: 'right',
          cell: (row) => countText(row.NoOfPOCs),
          onCard: (row) => text.doctorCount(row.NoOfPOCs),
        },
      ]}
      failed={text.failed}
      empty={{ title: text.none, hint: text.noneHint, icon: 'departments' }}
      noMatch={text.noMatch}
      clear={text.clear}
    />
  );
}
