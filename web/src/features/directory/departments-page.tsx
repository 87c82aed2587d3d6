import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { refusalIn, useAct } from '../../shared/actions/act.ts';
import { useActions } from '../../shared/actions/actions.ts';
import { call } from '../../shared/api/client.ts';
import { ExportCsvIcon } from '../../shared/exports/export-csv.tsx';
import { linkOfList } from '../../shared/format/phone-link.tsx';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { RowMenu } from '../../ui/buttons/row-menu.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, Span } from '../../ui/layout/boxes.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { countText } from '../../ui/locale/words.ts';
import { numberColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsPerPage, useDepartmentList } from './api/queries.ts';
import { selectedDepartmentKey } from './rules.ts';
import { departmentsText as text } from './text.ts';

const DepartmentDialog = lazyPiece(() => import('./components/department-dialog.tsx'));

type Department = ResponseOf<'listDepartmentsWithDoctors'>[number];

const nameOf = ({ closed, DepartmentName: name }: Department): string => (closed ? text.closedName(name) : name);

/** Closes or reopens a department. */
function useClosing() {
  const { clientId } = useIdentity();
  const { act } = useAct();
  return ({ departmentId, DepartmentName: name, closed }: Department) =>
    act({
      async send() {
        const question = { title: text.closeTitle(name), message: text.closeMessage, actionLabel: text.close };
        if (!closed && !(await confirm(question))) return undefined;
        return call('changeDepartment', { clientId, departmentId, change: { isClosed: !closed } });
      },
      done: () => ({ message: closed ? text.isReopened(name) : text.isClosed(name) }),
      failed: (error) => ({ message: text.changeFailed, detail: refusalIn(error) }),
      refetch: ['listDepartmentsWithDoctors', 'listDepartments'],
    });
}

/** Departments (/departments), section 2; auditors read. */
export default function DepartmentsPage() {
  const { clientId, role } = useIdentity();
  const isReader = role !== 'admin';
  const address = useListAddress();
  const { debouncedSearch: found } = address;
  const query = useDepartmentList(address);
  /** The dialog that is open. */
  const [open, setOpen] = useState<'add' | Department>();
  const close = () => setOpen(undefined);
  const changeClosed = useClosing();
  const add: Action = { name: text.add, shortcut: 'n', perform: () => setOpen('add') };
  useActions(isReader ? [] : [add]);
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
          <ExportCsvIcon
            name="exportOfficeList"
            request={{ clientId, list: 'departments', ...(found !== '' && { search: found }) }}
          />
          <LinkButton to={`${paths.audit}?action=department`} variant="text">
            {text.history}
          </LinkButton>
          {isReader ? null : (
            <Button
              onClick={add.perform}
              aria-label={text.add}
              startIcon={<Icon name="plus" />}
              sx={{ flexShrink: 0, minWidth: 44, px: { xs: 1, md: 2 } }}
            >
              <Span sx={{ display: { xs: 'none', md: 'inline' } }}>{text.add}</Span>
            </Button>
          )}
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
              cell: (row) =>
                isReader ? (
                  nameOf(row)
                ) : (
                  <Inline gap={1}>
                    <TextLink
                      to={paths.viewPoc}
                      onClick={() => sessionStorage.setItem(selectedDepartmentKey, row.departmentId)}
                      sx={linkOfList}
                    >
                      {nameOf(row)}
                    </TextLink>
                    <RowMenu
                      label={text.more(row.DepartmentName)}
                      about={row.DepartmentName}
                      items={[
                        { name: text.rename, icon: 'edit', perform: () => setOpen(row) },
                        {
                          name: row.closed ? text.reopen : text.close,
                          icon: row.closed ? 'undo' : 'blocked',
                          perform: () => void changeClosed(row),
                        },
                      ]}
                    />
                  </Inline>
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
      {open === undefined ? null : (
        <Suspense fallback={null}>
          <DepartmentDialog {...(open !== 'add' && { department: open })} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
