import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Suspense, useState } from 'react';
import { useRowFocus } from '../../shared/actions/row-focus.ts';
import { DepartmentField } from '../../shared/appointments/doctors/doctor-fields.tsx';
import { useDepartments, useDoctorsOf } from '../../shared/appointments/doctors/doctors.ts';
import { OnRequest } from '../../shared/appointments/doctors/on-request.tsx';
import { appointmentText } from '../../shared/appointments/text.ts';
import { PhoneLink } from '../../shared/format/phone-link.tsx';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { paths } from '../../shared/paths.ts';
import { RowMenu, type RowMenuItem } from '../../ui/buttons/row-menu.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { uiText } from '../../ui/text.ts';
import { ExternalId, MailLink, ViewAppointments } from './components/doctor-links.tsx';
import { selectedDepartmentKey } from './rules.ts';
import { viewPocText as text } from './text.ts';

const OnRequestDialog = lazyPiece(() => import('../../shared/appointments/doctors/on-request-dialog.tsx'));
const RenameDialog = lazyPiece(() => import('./components/rename-dialog.tsx'));
const PhotoDialog = lazyPiece(() => import('./components/photo-dialog.tsx'));

type Doctor = ResponseOf<'listDoctorsOfDepartment'>[number];

/** The selected department, kept in session storage (section 3). */
function useSelectedDepartment() {
  const [departmentId, setDepartmentId] = useState(() => sessionStorage.getItem(selectedDepartmentKey) ?? '');
  const select = (id: string) => {
    if (id === '') sessionStorage.removeItem(selectedDepartmentKey);
    else sessionStorage.setItem(selectedDepartmentKey, id);
    setDepartmentId(id);
  };
  return [departmentId, select] as const;
}

/** View POC (/view-poc): "Choose a department, then a table of doctors" (section 2). */
export default function ViewPocPage() {
  const [selectedId, select] = useSelectedDepartment();
  const [dismissed, setDismissed] = useState(false);
  const departments = useDepartments();
  // The stored department may belong to another client, or be deleted.
  const departmentId = departments.data?.some((department) => department.departmentId === selectedId) ? selectedId : '';
  const doctors = useDoctorsOf(departmentId);
  const hasFailed = departments.isError && departments.data === undefined;
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={
          departmentId !== '' && doctors.data ? <CountBadge count={doctors.data.length} words={text.count} /> : null
        }
        action={
          <Box sx={{ width: { xs: '100%', sm: 280 } }}>
            <DepartmentField label={text.department} labelHidden value={departmentId} onChange={select} />
          </Box>
        }
      />
      {hasFailed ? (
        dismissed ? null : (
          <Notice
            icon="warning"
            failed
            title={text.departmentsFailed}
            action={{ name: uiText.tryAgain, perform: () => void departments.refetch() }}
            dismiss={() => setDismissed(true)}
          />
        )
      ) : departmentId === '' ? (
        departments.isPending ? null : (
          <Notice icon="stethoscope" title={text.choose} hint={text.chooseHint} />
        )
      ) : (
        <ListState
          query={doctors}
          skeleton={
            <Paper>
              <RowsSkeleton rows={6} columns={5} />
            </Paper>
          }
          failed={{ title: text.failed, dismiss: () => select('') }}
          count={(data) => data.length}
          empty={{ title: text.none, icon: 'person' }}
        >
          {(data) => <Doctors rows={data} />}
        </ListState>
      )}
    </>
  );
}

function Doctors({ rows }: { rows: readonly Doctor[] }) {
  const focus = useRowFocus(rows.length);
  const [photoOf, setPhotoOf] = useState<Doctor>();
  const [requestsOf, setRequestsOf] = useState<Doctor>();
  const [renamed, setRenamed] = useState<Doctor>();
  const menuOf = (row: Doctor): RowMenuItem[] => {
    const state = { pocId: row.POC_ID, clientId: row.Client_ID, pocName: row.POC_Name };
    return [
      { name: text.schedule, icon: 'calendar', to: paths.updateSchedule, state },
      { name: appointmentText.onRequest, icon: 'phone', perform: () => setRequestsOf(row) },
      { name: text.photo, icon: 'photo', perform: () => setPhotoOf(row) },
      { name: text.fees, icon: 'fees', to: paths.fees, state },
      { name: text.meetLink, icon: 'video', to: paths.meetLink, state },
      ...(row.POC_Kind === 'unit'
        ? [{ name: text.rename, icon: 'edit', perform: () => setRenamed(row) } as const]
        : []),
    ];
  };
  return (
    <Paper>
      <DataTable
        label={text.title}
        columns={[
          {
            id: 'name',
            header: text.name,
            strong: true,
            cell: (row) => (
              <>
                {row.POC_Name}
                <ExternalId id={row.External_POC_ID} />
                {row.On_Request === undefined ? null : (
                  <Muted block sx={{ fontWeight: 400 }}>
                    <OnRequest sentence={row.On_Request} />
                  </Muted>
                )}
              </>
            ),
          },
          { id: 'specialization', header: text.specialization, cell: (row) => row.Specialization },
          {
            id: 'contact',
            header: text.contact,
            nowrap: true,
            cell: (row) => <PhoneLink phone={row.Contact_Number} />,
          },
          { id: 'email', header: text.email, cell: (row) => <MailLink email={row.Email} /> },
        ]}
        rows={rows}
        rowKey={(row) => row.POC_ID}
        focus={focus}
        actions={(row, index) => (
          <>
            <RowMenu label={text.more(row.POC_Name)} about={row.POC_Name} items={menuOf(row)} />
            <ViewAppointments
              doctor={{ pocId: row.POC_ID, pocName: row.POC_Name }}
              from={paths.viewPoc}
              filled={focus.index === index}
            />
          </>
        )}
      />
      <Suspense>
        {photoOf ? (
          <PhotoDialog pocId={photoOf.POC_ID} name={photoOf.POC_Name} onClose={() => setPhotoOf(undefined)} />
        ) : null}
        {renamed ? (
          <RenameDialog pocId={renamed.POC_ID} name={renamed.POC_Name} onClose={() => setRenamed(undefined)} />
        ) : null}
        {requestsOf ? (
          <OnRequestDialog
            pocId={requestsOf.POC_ID}
            name={requestsOf.POC_Name}
            sentence={requestsOf.On_Request ?? ''}
            onClose={() => setRequestsOf(undefined)}
          />
        ) : null}
      </Suspense>
    </Paper>
  );
}
