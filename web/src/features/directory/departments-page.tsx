import { linkOfList } from '../../shared/format/phone-link.tsx';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { paths } from '../../shared/paths.ts';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { countText } from '../../ui/locale/words.ts';
import { numberColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsPerPage, useDepartmentList } from './api/queries.ts';
import { selectedDepartmentKey } from './rules.ts';
import { departmentsText as text } from './text.ts';

/** Departments (/departments), section 2. */
export default function DepartmentsPage() {
  const address = useListAddress();
  const query = useDepartmentList(address);
  return (
    <ListPage
      query={query}
      address={address}
      pageSize={rowsPerPage}
      skeleton={{ rows: rowsPerPage, columns: 4 }}
      title={text.title}
      text={text}
      icon="departments"
    >
      {(rows, focus) => (
        <DataTable
          label={text.title}
          columns={[
            numberColumn(text.number, address.page, rowsPerPage),
            {
              id: 'name',
              header: text.name,
              strong: true,
              cell: (row) => (
                <TextLink
                  to={paths.viewPoc}
                  onClick={() => sessionStorage.setItem(selectedDepartmentKey, row.departmentId)}
                  sx={linkOfList}
                >
                  {row.DepartmentName}
                </TextLink>
              ),
            },
            {
              id: 'doctors',
              header: text.doctors,
              width: 120,
              align: 'right',
              cell: (row) => countText(row.NoOfPOCs),
              onCard: (row) => text.doctorCount(row.NoOfPOCs),
            },
          ]}
          rows={rows}
          rowKey={(row) => row.departmentId}
          focus={focus}
        />
      )}
    </ListPage>
  );
}
