import { callReasons, type PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import { maxAtOnce } from '@dayline/contracts/endpoints/appointments/many';
import { dateSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { toastError } from '../../shared/actions/toast.ts';
import { callOptions, usePagedCall } from '../../shared/api/hooks.ts';
import { useChoosing } from '../../shared/appointments/choosing/use-choosing.ts';
import { DoctorFilter } from '../../shared/appointments/doctors/doctor-fields.tsx';
import { usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../shared/appointments/marking/rules.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { serverNow } from '../../shared/clock.ts';
import { ExportCsv } from '../../shared/exports/export-csv.tsx';
import { shortDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { type ListAddress, useListAddress } from '../../shared/list/list-address.ts';
import { ListRows } from '../../shared/list/list-page.tsx';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../ui/buttons/row-menu.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Inline, lineBelow } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { listWords } from '../../ui/locale/words.ts';
import type { RowFocus } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { columnsOf } from './components/columns.tsx';
import { PrintedList } from './components/printed-list.tsx';
import { callsText as text } from './text.ts';
import { useCalls } from './use-calls.tsx';

const ChoosingBar = lazy(() =>
  untilLoaded(() =>
    import('../../shared/appointments/choosing/choosing-bar.tsx').then((bars) => ({ default: bars.ChoosingBar })),
  ),
);

const rowsPerPage = 10;

/** The dates in an address; empty if one of them is invalid. */
function datesOf(text: string): string[] {
  const dates = text.split(',');
  return dates.every((date) => dateSchema.safeParse(date).success) ? dates : [];
}

/** The list's filters, all in the address: doctor, dates, cause, not yet reached, search. */
function useFilter(address: ListAddress) {
  const { clientId } = useIdentity();
  const { params, set } = useAddressParams();
  const pocId = params.get('pocId') ?? '';
  const dates = datesOf(params.get('dates') ?? '');
  const why = callReasons.find((reason) => reason === params.get('why')) ?? '';
  const isOpen = params.get('open') === '1';
  const { debouncedSearch: search } = address;
  return {
    pocId,
    dates,
    why,
    isOpen,
    isFiltered: pocId !== '' || dates.length > 0 || why !== '' || isOpen || address.search.trim() !== '',
    request: {
      clientId,
      ...(pocId !== '' && { pocId }),
      ...(dates.length > 0 && { dates }),
      ...(why !== '' && { why }),
      ...(isOpen && { open: true as const }),
      ...(search !== '' && { search }),
    },
    choose: (changes: { pocId?: string; dates?: string; why?: string; open?: string }) =>
      set({ ...changes, page: undefined }),
    clear: () =>
      set({ pocId: undefined, dates: undefined, why: undefined, open: undefined, search: undefined, page: undefined }),
  };
}
type Filter = ReturnType<typeof useFilter>;

/** "With `tel:` number, Move, Cancel … Live at all desks, printable" (the desk's day, 7). */
export default function CallsPage() {
  const { zone, role } = useIdentity();
  const client = useQueryClient();
  const address = useListAddress();
  const filter = useFilter(address);
  const { request } = filter;
  const query = usePagedCall(
    'listCalls',
    request,
    { page: address.page, pageSize: rowsPerPage },
    { enabled: !address.isTyping },
  );
  const calls = useCalls();
  const [printed, setPrinted] = useState<readonly PersonToCall[]>();
  const printedAlready = useCallback(() => setPrinted(undefined), []);
  const read = async (more: { page: number; pageSize: number } | object): Promise<PersonToCall[]> =>
    (await client.fetchQuery({ ...callOptions(client, 'listCalls', { ...request, ...more }), staleTime: 0 })).body;
  const choosing = useChoosing<PersonToCall>({
    name: JSON.stringify(request),
    page: address.page,
    rows: query.data?.body,
    all: () => read({ page: 1, pageSize: maxAtOnce }),
  });
  const today = useClinicDay(zone);
  const selection = [...choosing.chosen.values()];
  const print = () => {
    read({}).then(setPrinted, () => toastError(text.failed));
  };

  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={
          <>
            <SearchField label={text.search} value={address.search} onChange={address.setSearch} />
            <ExportCsv name="exportCalls" request={request} />
            <ActionButton action={{ name: text.print, enabled: (query.data?.total ?? 0) > 0, perform: print }} />
          </>
        }
      />
      <Box className={printed ? 'not-on-paper' : ''}>
        <ListRows
          query={{ ...query, data: choosing.held?.data ?? query.data }}
          address={address}
          pageSize={rowsPerPage}
          title={text.title}
          filters={<Filters filter={filter} />}
          skeleton={{ rows: rowsPerPage, columns: 5 }}
          failed={text.failed}
          isFiltered={filter.isFiltered}
          empty={{ title: text.none, hint: text.noneHint, icon: 'phone' }}
          noMatch={{ title: text.noMatch, action: { name: text.showAll, perform: filter.clear } }}
          pager="previousNext"
        >
          {(rows, focus) => <Rows {...{ rows, focus, calls }} choosing={role === 'admin' ? choosing : undefined} />}
        </ListRows>
      </Box>
      <Suspense>
        {query.data && selection.length > 0 ? (
          <ChoosingBar
            rows={selection}
            today={today}
            marks={false}
            onClear={choosing.clear}
            onChange={(status, money) => void (query.data && choosing.change(query.data, status, money))}
          />
        ) : null}
      </Suspense>
      {calls.dialogs}
      {printed ? (
        <PrintedList rows={printed} zone={zone} now={new Date(serverNow()).toISOString()} onPrinted={printedAlready} />
      ) : null}
    </>
  );
}

/** The doctor, the dates if the address has any, and whether reached patients are listed too. */
function Filters({ filter }: { filter: Filter }) {
  return (
    <Inline role="group" aria-label={text.filters} gap={1} wrap sx={{ px: { xs: 1, md: 2 }, py: 0.75, ...lineBelow }}>
      <Box sx={{ flex: { xs: '1 1 140px', md: '0 0 220px' }, minWidth: 0 }}>
        <DoctorFilter
          label={text.doctor}
          placeholder={text.allDoctors}
          value={filter.pocId}
          onChange={(pocId) => filter.choose({ pocId })}
        />
      </Box>
      <Box sx={{ flex: { xs: '1 1 140px', md: '0 0 180px' }, minWidth: 0 }}>
        <NativeSelectField
          label={text.shown}
          labelHidden
          value={filter.isOpen ? '1' : 'all'}
          onChange={(open) => filter.choose({ open: open === '1' ? open : '' })}
          choices={[
            { value: 'all', label: text.everybody },
            { value: '1', label: text.open },
          ]}
        />
      </Box>
      <Box sx={{ flex: { xs: '1 1 140px', md: '0 0 180px' }, minWidth: 0 }}>
        <NativeSelectField
          label={text.whyShown}
          labelHidden
          value={filter.why}
          onChange={(why) => filter.choose({ why })}
          placeholder={text.anyWhy}
          choices={callReasons.map((reason) => ({ value: reason, label: text.why[reason] }))}
        />
      </Box>
      {filter.dates.length === 0 ? null : (
        <Box sx={{ flex: { xs: '1 1 100%', md: '0 0 180px' }, minWidth: 0 }}>
          <NativeSelectField
            label={text.dates}
            labelHidden
            placeholder={text.allDates}
            value={filter.dates.join(',')}
            onChange={(dates) => filter.choose({ dates })}
            choices={[{ value: filter.dates.join(','), label: listWords(filter.dates.map(shortDate)) }]}
          />
        </Box>
      )}
    </Inline>
  );
}

function Rows(props: {
  rows: readonly PersonToCall[];
  focus: RowFocus;
  calls: ReturnType<typeof useCalls>;
  choosing: ReturnType<typeof useChoosing<PersonToCall>> | undefined;
}) {
  const { rows: answered, focus, calls, choosing } = props;
  const { zone } = useIdentity();
  const pending = usePendingChanges((state) => state.changes);
  const rows = useMemo(() => withPending(answered, pending), [answered, pending]);
  const columns = useMemo(() => columnsOf(zone), [zone]);
  return (
    <DataTable
      label={text.title}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.AppointmentId}
      focus={focus}
      choosing={choosing?.boxesOf(rows)}
      actions={(row) => {
        const { buttons, menu } = calls.actionsOf(row);
        const name = row.UserName ?? appointmentText.anErased;
        return (
          <Inline
            sx={{
              flexWrap: { xs: 'wrap', md: 'nowrap' },
              justifyContent: { md: 'flex-end' },
              // As narrow as one line of a phone of 360 px needs.
              columnGap: { xs: 0.5, md: 0.75 },
              rowGap: 0.75,
              '& .MuiButton-root': { minWidth: 0, px: { xs: 0.75, md: 1.25 } },
            }}
          >
            {buttons.map((action) => (
              <ActionButton key={action.name} action={action} size="small" aria-label={text.named(action.name, name)} />
            ))}
            <RowMenu label={text.more(name)} items={menu} />
          </Inline>
        );
      }}
    />
  );
}
