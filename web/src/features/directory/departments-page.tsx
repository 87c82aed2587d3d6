import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useActions } from '../../shared/actions/actions.ts';
import { linkOfList } from '../../shared/format/phone-link.tsx';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { paths } from '../../shared/paths.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { countText } from '../../ui/locale/words.ts';
import { numberColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsPerPage, useDepartmentList } from './api/queries.ts';
import { selectedDepartmentKey } from './rules.ts';
import { departmentsText as text } from './text.ts';

const AddDepartment = lazyPiece(() => import('./components/add-department.tsx'));

/** Departments (/departments), section 2. */
export default function DepartmentsPage() {
  const address = useListAddress();
  const query = useDepartmentList(address);
  const [isAdding, setAdding] = useState(false);
  const add: Action = { name: text.add, shortcut: 'n', perform: () => setAdding(true) };
  useActions([add]);
  const list = (
    <ListPage
      query={query}
      address={address}
      pageSize={rowsPerPage}
      skeleton={{ rows: rowsPerPage, columns: 4 }}
      title={text.title}
      text={text}
      icon="departments"
      header={(search) => (
        <>
          {search}
          <LinkButton to={`${paths.audit}?action=department`} variant="text">
            {text.history}
          </LinkButton>
          <Button
            onClick={add.perform}
            aria-label={text.add}
            startIcon={<Icon name="plus" />}
            sx={{ flexShrink: 0, minWidth: 44, px: { xs: 1, md: 2 } }}
          >
            <Span sx={{ display: { xs: 'none', md: 'inline' } }}>{text.add}</Span>
          </Button>
        </>
      )}
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
  return (
    <>
      {list}
      {isAdding ? (
        <Suspense fallback={null}>
          <AddDepartment onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
