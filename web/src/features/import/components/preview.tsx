import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import { functionalUpdate, useTable } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { useActions } from '../../../shared/actions/actions.ts';
import { CallError, failureText } from '../../../shared/api/call-error.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { Bold, Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { CardLine } from '../../../ui/layout/card.tsx';
import { WindowedPager } from '../../../ui/paging/pager.tsx';
import { features } from '../../../ui/table/features.ts';
import { useDecisions } from '../api/use-decisions.ts';
import { type PreviewRequest, usePreview } from '../api/use-preview.ts';
import {
  allOptions,
  type Choice,
  changedDecisions,
  type Decision,
  type Draft,
  optionChosen,
  optionsOf,
  type Show,
  shownColumns,
} from '../rules.ts';
import { importText as text } from '../text.ts';
import { RowList } from './preview-rows.tsx';

export type Preview = NonNullable<ResponseOf<'previewImport'>['preview']>;

const pageSize = 25;
const filters = [
  ...(['all', 'new', 'existing', 'changed', 'differentPerson', 'needsDecision', 'refused'] as const),
  'corrected',
] as const;

/** The progress of the preview. */
const Progress = ({ done, rows }: { done: number; rows: number }) => (
  <Paper sx={{ p: 3 }}>
    <Stack gap={1} role="status">
      <Bold>{text.previewing}</Bold>
      <LinearProgress
        aria-label={text.previewing}
        variant="determinate"
        value={rows === 0 ? 0 : Math.min(100, (100 * done) / rows)}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Muted>{text.ofRows(done, rows)}</Muted>
    </Stack>
  </Paper>
);

/** Decisions were sent elsewhere, such as in another tab. */
const isDecidedElsewhere = (error: Error): boolean => error instanceof CallError && error.code === 'import.changed';

/** The reason why there is no preview, and the next action. */
function PreviewFailure(props: { error: Error; onRetry(): unknown; onUploadAgain(): void }) {
  const { error, onRetry, onUploadAgain } = props;
  const code = error instanceof CallError ? error.code : '';
  const isGone = code === 'import.unknown' || code === 'import.running';
  const action = isGone
    ? { name: code === 'import.running' ? text.viewImports : text.uploadAgain, perform: onUploadAgain }
    : { name: text.previewAgain, perform: onRetry };
  return (
    <Problem
      aside={
        <Button variant="outlined" size="small" onClick={() => action.perform()}>
          {action.name}
        </Button>
      }
    >
      {failureText(error, text.previewFailed)}
    </Problem>
  );
}

const withDecision = (decisions: readonly Decision[], row: number, choice: Choice | undefined): Decision[] => [
  ...decisions.filter((decision) => decision.row !== row),
  ...(choice === undefined ? [] : [{ ...decisions.find((decision) => decision.row === row), row, ...choice }]),
];

const getRowId = ({ row }: Preview['rows'][number]): string => String(row);

interface FoundProps {
  draft: Draft;
  preview: Preview;
  request: PreviewRequest;
  onChange(draft: Draft): void;
  onSend(draft: Draft): void;
  page: number;
  onPage(page: number): void;
}

function Found({ draft, preview, request, onChange, onSend, page, onPage }: FoundProps) {
  const { counts, rows, total, rowsToImport } = preview;
  const { decisions, file, columns } = draft;
  const undecidedRows = rows.filter((row) => row.finding === 'needsDecision' && !optionChosen(row, decisions));
  // The first row that needs a decision is open, until another one is.
  const [choice, setOpen] = useState<number | null>();
  const openRow = choice === undefined ? (undecidedRows[0]?.row ?? null) : choice;
  const decidedCount = changedDecisions(draft).filter((decision) => decisions.includes(decision)).length;
  const onDecide = (row: number, choice: Choice | undefined) => {
    const next = { ...draft, decisions: withDecision(decisions, row, choice) };
    onChange(next);
    // With the last decision the rows are previewed again at once.
    if (choice !== undefined && changedDecisions(next).length >= counts.needsDecision) onSend(next);
    setOpen(choice === undefined ? null : undefined);
  };
  const openUndecided = undecidedRows.find(({ row }) => row === openRow);
  const options = openUndecided ? optionsOf(openUndecided).map(({ key }) => key) : [];
  useActions(
    allOptions().map(({ key, name, choice }) => ({
      ...{ name, shortcut: key, enabled: options.includes(key) },
      perform: () => openUndecided && onDecide(openUndecided.row, choice),
    })),
  );
  const expandedRows: Readonly<Record<string, boolean>> = openRow === null ? {} : { [openRow]: true };
  const pagination = { pageIndex: page - 1, pageSize };
  const table = useTable({
    ...{ features, columns: [], data: rows, getRowId, getRowCanExpand: () => true },
    ...{ manualPagination: true, rowCount: total, autoResetExpanded: false },
    state: { pagination, expanded: expandedRows },
    onPaginationChange: (change) => onPage(functionalUpdate(change, pagination).pageIndex + 1),
    // One row at a time.
    onExpandedChange: (change) => {
      const openedRow = Object.keys(functionalUpdate(change, expandedRows)).find((row) => row !== String(openRow));
      setOpen(openedRow === undefined ? null : Number(openedRow));
    },
  });
  if (rows.length === 0) return <Notice icon="search" title={text.noMatch} />;
  const state = {
    ...{ request, pageSize, rows, counts, decisions, decided: decidedCount, onDecide },
    columns: shownColumns(file.kind, columns),
  };
  return (
    <>
      <RowList rows={state} table={table} />
      <CardLine at="bottom">
        <Box role="status" sx={{ fontSize: '0.8125rem', ml: { md: 'auto' } }}>
          <Bold>{text.rowsToImport(rowsToImport)}</Bold>{' '}
          {counts.needsDecision + counts.refused === 0 ? null : (
            <Muted>{text.skippedRows(counts.needsDecision, counts.refused)}</Muted>
          )}
        </Box>
      </CardLine>
      {table.getPageCount() > 1 ? (
        <WindowedPager page={page} pages={table.getPageCount()} onPage={onPage} label={text.rowsOfFile} />
      ) : null}
    </>
  );
}

/** The second step: what the import would do with each row. `header` gets the preview that can be imported. */
export function PreviewStep(props: {
  draft: Draft;
  onChange(draft: Draft): void;
  onUploadAgain(): void;
  header(preview: Preview | undefined): ReactNode;
}) {
  const { draft, onChange, onUploadAgain, header } = props;
  const { clientId } = useIdentity();
  const { file, columns, dayOrder, decisionsId } = draft;
  const { send } = useDecisions(draft, onChange);
  const [{ show, page }, setShown] = useState<{ show: Show; page: number }>({ show: 'all', page: 1 });
  const request = {
    ...{ clientId, importId: file.importId, kind: file.kind, columns: [...columns], dayOrder },
    decisionsId,
  };
  const { query, progress } = usePreview({ ...request, show, page, pageSize });
  const { data, error } = query;
  const isWaiting = changedDecisions(draft).length > 0;
  const counts = data?.counts;
  const notImported = file.columns.flatMap(({ name }, index) => (name !== '' && !columns[index] ? [name] : []));
  return (
    <>
      {header(isWaiting || query.isPlaceholderData || error ? undefined : data)}
      <Stack gap={1.5} sx={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {error ? (
          <PreviewFailure
            error={error}
            onRetry={isDecidedElsewhere(error) ? () => send() : () => query.refetch()}
            onUploadAgain={onUploadAgain}
          />
        ) : null}
        {notImported.length > 0 ? <Muted>{text.notImported(notImported.join(', '))}</Muted> : null}
        {isWaiting ? <Muted role="status">{text.decisionsPending}</Muted> : null}
        {query.isFetching && !(data && !query.isPlaceholderData) && progress ? (
          <Progress {...progress} />
        ) : data || error ? null : (
          <Progress done={0} rows={file.rows} />
        )}
        {counts && counts.withoutEmail > 0 ? <Muted>{text.withoutEmail(counts.withoutEmail)}</Muted> : null}
        {data && counts ? (
          <>
            <Inline gap={1} wrap>
              <FilterTabs
                label={text.filter}
                tabs={filters.map((key) => ({ key, label: text.findings[key], count: counts[key] }))}
                value={show}
                onChange={(next) => setShown({ show: next, page: 1 })}
              />
              <Muted sx={{ ml: { lg: 'auto' } }}>{text.nothingWritten}</Muted>
            </Inline>
            <Paper aria-busy={query.isFetching} sx={{ overflow: 'hidden' }}>
              <Found
                key={`${show} ${page}`}
                {...{ draft, onChange, request, page }}
                onSend={send}
                preview={data}
                onPage={(next) => setShown({ show, page: next })}
              />
            </Paper>
          </>
        ) : null}
      </Stack>
    </>
  );
}
