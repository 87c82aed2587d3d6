import MuiLink from '@mui/material/Link';
import { Link } from 'react-router-dom';
import { linkOfList } from '../../shared/format/phone-link.tsx';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { paths } from '../../shared/paths.ts';
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
      searchLabel={text.search}
      words={text.count}
      failed={text.failed}
      empty={{ title: text.none, hint: text.noneHint, icon: 'departments' }}
      noMatch={{ title: text.noMatch, action: { name: text.clear, perform: () => address.setSearch('') } }}
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
                <MuiLink
                  component={Link}
                  to={paths.viewPoc}
                  onClick={() => sessionStorage.setItem(selectedDepartmentKey, row.departmentId)}
                  sx={linkOfList}
                >
                  {row.DepartmentName}
                </MuiLink>
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
