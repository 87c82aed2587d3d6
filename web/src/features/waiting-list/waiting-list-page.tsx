import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { dateSchema } from '@dayline/contracts/ids';
import { isChosen } from '@dayline/contracts/views/waiting-filters';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useMemo } from 'react';
import { useCall } from '../../shared/api/hooks.ts';
import { ExportCsv } from '../../shared/exports/export-csv.tsx';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../ui/buttons/row-menu.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { MomentField } from '../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Inline, lineBelow } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { columnsOf } from './components/columns.tsx';
import { nameOf, targetsOf } from './rules.ts';
import { waitingText as text } from './text.ts';
import { type RowActions, useWaiting } from './use-waiting.tsx';

const all = 'all';

/** The patients who wait for a place (/waiting-list). */
export default function WaitingListPage() {
  const { clientId, zone, role } = useIdentity();
  const { params, set } = useAddressParams();
  const query = useCall('listWaiting', { clientId });
  const rows = useMemo(() => query.data ?? [], [query.data]);
  const { actionsOf, dialogs } = useWaiting(rows);
  const target = params.get('for') ?? '';
  const typedDate = params.get('date') ?? '';
  const date = dateSchema.safeParse(typedDate).success ? typedDate : '';
  const filters = useMemo(() => ({ ...(target !== '' && { target }), ...(date !== '' && { date }) }), [target, date]);
  const shown = useMemo(() => rows.filter((row) => isChosen(row, filters)), [rows, filters]);
  const columns = useMemo(() => columnsOf(zone), [zone]);
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={<CountBadge count={query.data?.length} words={text.count} />}
        action={<ExportCsv name="exportWaiting" request={{ clientId, ...filters }} />}
      />
      <Paper sx={{ overflow: 'hidden' }}>
        <Inline
          role="group"
          aria-label={text.filters}
          gap={1}
          wrap
          sx={{ px: { xs: 1, md: 2 }, py: 0.75, ...lineBelow }}
        >
          <Box sx={{ flex: { xs: '1 1 160px', md: '0 0 260px' }, minWidth: 0 }}>
            <NativeSelectField
              label={text.target}
              labelHidden
              value={target === '' ? all : target}
              onChange={(chosen) => set({ for: chosen === all ? undefined : chosen })}
              choices={[{ value: all, label: text.everything }, ...targetsOf(rows)]}
            />
          </Box>
          <Box sx={{ flex: { xs: '1 1 130px', md: '0 0 180px' }, minWidth: 0 }}>
            <MomentField
              label={text.date}
              type="date"
              value={date}
              onValue={(day) => set({ date: day === '' ? undefined : day })}
            />
          </Box>
        </Inline>
        <ListState
          query={{ ...query, data: query.data && shown }}
          skeleton={<RowsSkeleton rows={6} height={72} columns={4} />}
          failed={{ title: text.failed }}
          count={(found) => found.length}
          filtered={target !== '' || date !== ''}
          empty={{ title: text.none, hint: text.noneHint, icon: 'clock' }}
          noMatch={{
            title: text.noMatch,
            action: { name: text.showAll, perform: () => set({ for: undefined, date: undefined }) },
          }}
        >
          {(found) => (
            <DataTable
              label={text.title}
              columns={columns}
              rows={found}
              rowKey={({ waitingId }: WaitingPatient) => waitingId}
              {...(role === 'admin' && { actions: (row: WaitingPatient) => <Buttons row={row} {...actionsOf(row)} /> })}
            />
          )}
        </ListState>
      </Paper>
      {dialogs}
    </>
  );
}

function Buttons({ row, buttons, menu }: { row: WaitingPatient } & RowActions) {
  const name = nameOf(row);
  return (
    <Inline gap={1}>
      {buttons.map((action) => (
        <ActionButton key={action.name} size="small" action={action} aria-label={`${action.name}, ${name}`} />
      ))}
      <RowMenu label={text.more(name)} about={name} items={menu} />
    </Inline>
  );
}
