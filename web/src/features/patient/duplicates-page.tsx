import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useAct } from '../../shared/actions/act.ts';
import { useActions } from '../../shared/actions/actions.ts';
import { KeyHints } from '../../shared/actions/key-hints.tsx';
import { actionsText } from '../../shared/actions/text.ts';
import { call } from '../../shared/api/client.ts';
import { usePagedCall } from '../../shared/api/hooks.ts';
import { ExportCsvIcon } from '../../shared/exports/export-csv.tsx';
import { PatientLink } from '../../shared/format/patient-link.tsx';
import { PhoneLink } from '../../shared/format/phone-link.tsx';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListRows } from '../../shared/list/list-page.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Bold, Inline, Muted } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import type { Column, RowFocus } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { MergeDialog } from './components/merge-dialog.tsx';
import { mergeText, duplicatesText as text } from './text.ts';

type Pair = ResponseOf<'listDuplicates'>[number];
type Person = Pair['one'];

const rowsPerPage = 10;
const undoMs = 60_000;
const nameOf = ({ name }: Person): string => name ?? '';
const keyOf = ({ one, other }: Pair): string => `${one.userId}_${other.userId}`;

/** Says that a pair are two people, with an undo. */
function useDismissal() {
  const { act } = useAct();
  const decide = ({ one, other }: Pair, undo: boolean): Promise<void> =>
    act({
      send: () => call('dismissDuplicate', { userId: one.userId, otherId: other.userId, ...(undo && { undo: true }) }),
      done: () => ({
        message: undo ? text.reopened : text.dismissed,
        detail: `${nameOf(one)}, ${nameOf(other)}`,
        ...(!undo && {
          time: undoMs,
          action: {
            name: text.undo,
            icon: 'undo',
            shortcut: 'u',
            perform: () => void decide({ one, other, same: [] }, true),
          },
        }),
      }),
      failed: text.dismissFailed,
      refetch: ['listDuplicates', 'listSamePerson'],
    });
  return (pair: Pair) => void decide(pair, false);
}

function PersonCell({ person }: { person: Person }) {
  return (
    <>
      {/* On a phone's card, too, both records look the same. */}
      <Bold sx={{ display: 'block', fontSize: '0.9375rem', fontWeight: 600, color: 'text.primary' }}>
        <PatientLink userId={person.userId} name={person.name} identity={person.identity}>
          {person.name}
        </PatientLink>
      </Bold>
      <Inline gap={1} wrap sx={{ fontSize: '0.875rem', fontWeight: 400 }}>
        <PhoneLink phone={person.phone} />
        <Muted>{person.location}</Muted>
      </Inline>
    </>
  );
}

const columnsOf = (): Column<Pair>[] => [
  { id: 'one', header: text.columns.one, strong: true, cell: ({ one }) => <PersonCell person={one} /> },
  { id: 'other', header: text.columns.other, strong: true, cell: ({ other }) => <PersonCell person={other} /> },
  { id: 'why', header: text.columns.why, width: 220, card: 'more', cell: ({ same }) => mergeText.same(same) },
];

function Rows({ rows, focus, onSame }: { rows: readonly Pair[]; focus: RowFocus; onSame(pair: Pair): void }) {
  const { role } = useIdentity();
  const onDifferent = useDismissal();
  const isDesk = role === 'admin';
  const focusedRow = focus.index === undefined ? undefined : rows[focus.index];
  const enabled = isDesk && focusedRow !== undefined;
  useActions([
    { name: text.same, shortcut: 's', enabled, perform: () => focusedRow && onSame(focusedRow) },
    { name: text.different, shortcut: 'd', enabled, perform: () => focusedRow && onDifferent(focusedRow) },
  ]);
  const actions: Column<Pair> = {
    id: 'actions',
    header: text.columns.actions,
    card: 'more',
    width: 300,
    cell: (pair) => (
      <Inline gap={1} wrap>
        {(
          [
            [text.same, onSame],
            [text.different, onDifferent],
          ] as const
        ).map(([name, perform]) => (
          <Button
            key={name}
            variant="outlined"
            size="small"
            onClick={() => perform(pair)}
            aria-label={text.named(name, nameOf(pair.one), nameOf(pair.other))}
          >
            {name}
          </Button>
        ))}
      </Inline>
    ),
  };
  return (
    <DataTable
      label={text.title}
      columns={[...columnsOf(), ...(isDesk ? [actions] : [])]}
      rows={rows}
      rowKey={keyOf}
      focus={focus}
    />
  );
}

/** Possible Duplicates (/patient/duplicates): pairs of records, worked off by J, K, S and D. */
export default function DuplicatesPage() {
  const { clientId } = useIdentity();
  const address = useListAddress();
  const query = usePagedCall('listDuplicates', { clientId }, { page: address.page, pageSize: rowsPerPage });
  const [merging, setMerging] = useState<Pair>();
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={<ExportCsvIcon name="exportOfficeList" request={{ clientId, list: 'possible-duplicates' }} />}
      />
      <ListRows
        query={query}
        address={address}
        pageSize={rowsPerPage}
        title={text.title}
        skeleton={{ rows: rowsPerPage, columns: 4 }}
        failed={text.failed}
        isFiltered={false}
        empty={{ title: text.none, hint: text.noneHint, icon: 'people' }}
        noMatch={{ title: text.none }}
        pager="numbersIfMore"
      >
        {(rows, focus) => <Rows rows={rows} focus={focus} onSame={setMerging} />}
      </ListRows>
      <Box sx={{ mt: 1.5 }}>
        <KeyHints
          hints={[
            ['J', actionsText.hints.rows],
            ['S', text.hints.same],
            ['D', text.hints.different],
          ]}
        />
      </Box>
      {merging === undefined ? null : (
        <MergeDialog
          userId={merging.one.userId}
          otherId={merging.other.userId}
          onClose={() => setMerging(undefined)}
          onMerged={() => undefined}
        />
      )}
    </>
  );
}
