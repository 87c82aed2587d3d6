import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
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
import { useAnswers } from '../api/use-answers.ts';
import { type RehearseRequest, useRehearsal } from '../api/use-rehearsal.ts';
import {
  type Answer,
  allOptions,
  type Brought,
  type Choice,
  changedAnswers,
  givenTo,
  optionsOf,
  type Show,
  shownColumns,
} from '../rules.ts';
import { importText as text } from '../text.ts';
import { RowList } from './rows.tsx';

export type Rehearsal = NonNullable<ResponseOf<'rehearseImport'>['rehearsal']>;

const pageSize = 25;
const filters = ['all', 'new', 'known', 'somebodyElse', 'asks', 'refused', 'mended'] as const;

/** How far a rehearsal is, by rows. */
const Progress = ({ done, rows }: { done: number; rows: number }) => (
  <Paper sx={{ p: 3 }}>
    <Stack gap={1} role="status">
      <Bold>{text.rehearsing}</Bold>
      <LinearProgress
        aria-label={text.rehearsing}
        variant="determinate"
        value={rows === 0 ? 0 : Math.min(100, (100 * done) / rows)}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Muted>{text.ofRows(done, rows)}</Muted>
    </Stack>
  </Paper>
);

/** Answers were kept elsewhere, such as in another tab. */
const isOther = (error: Error): boolean => error instanceof CallError && error.code === 'import.changed';

/** Why there is no rehearsal, and what leads on. */
function Failed(props: { error: Error; onRetry(): unknown; onBringAgain(): void }) {
  const { error, onRetry, onBringAgain } = props;
  const code = error instanceof CallError ? error.code : '';
  const isGone = code === 'import.unknown' || code === 'import.running';
  const action = isGone
    ? { name: code === 'import.running' ? text.seeImports : text.bringAgain, perform: onBringAgain }
    : { name: text.rehearseAgain, perform: onRetry };
  return (
    <Problem
      aside={
        <Button variant="outlined" size="small" onClick={() => action.perform()}>
          {action.name}
        </Button>
      }
    >
      {failureText(error, text.rehearsalFailed)}
    </Problem>
  );
}

const withAnswer = (answers: readonly Answer[], row: number, choice: Choice | undefined): Answer[] => [
  ...answers.filter((each) => each.row !== row),
  ...(choice === undefined ? [] : [{ ...answers.find((each) => each.row === row), row, ...choice }]),
];

interface FoundProps {
  brought: Brought;
  rehearsal: Rehearsal;
  request: RehearseRequest;
  onChange(brought: Brought): void;
  onKeep(brought: Brought): void;
  page: number;
  onPage(page: number): void;
}

function Found({ brought, rehearsal, request, onChange, onKeep, page, onPage }: FoundProps) {
  const { counts, rows, total, starts } = rehearsal;
  const { answers, file, columns } = brought;
  const waiting = rows.filter((each) => each.finding === 'asks' && !givenTo(each, answers));
  // The first row that asks is open, until another one is.
  const [chosen, setOpen] = useState<number | null>();
  const openRow = chosen === undefined ? (waiting[0]?.row ?? null) : chosen;
  const answered = changedAnswers(brought).filter((each) => answers.includes(each)).length;
  const onAnswer = (row: number, choice: Choice | undefined) => {
    const next = { ...brought, answers: withAnswer(answers, row, choice) };
    onChange(next);
    // Once no row waits for an answer, they are rehearsed at once.
    if (choice !== undefined && changedAnswers(next).length >= counts.asks) onKeep(next);
    setOpen(choice === undefined ? null : undefined);
  };
  const asking = waiting.find(({ row }) => row === openRow);
  const offered = asking ? optionsOf(asking).map(({ key }) => key) : [];
  useActions(
    allOptions().map(({ key, name, choice }) => ({
      ...{ name, shortcut: key, enabled: offered.includes(key) },
      perform: () => asking && onAnswer(asking.row, choice),
    })),
  );
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const turn = (step: 1 | -1): boolean => {
    const next = page + step;
    if (next < 1 || next > pages) return false;
    onPage(next);
    return true;
  };
  if (rows.length === 0) return <Notice icon="search" title={text.noMatch} />;
  const shown = shownColumns(file.what, columns);
  const state = {
    request,
    pageSize,
    columns: shown,
    rows,
    counts,
    answers,
    answered,
    openRow,
    onOpen: setOpen,
    onAnswer,
  };
  return (
    <>
      <RowList rows={state} turn={turn} />
      <CardLine at="bottom">
        <Box role="status" sx={{ fontSize: '0.8125rem', ml: { md: 'auto' } }}>
          <Bold>{text.starts(starts)}</Bold>{' '}
          {counts.asks + counts.refused === 0 ? null : <Muted>{text.waiting(counts.asks, counts.refused)}</Muted>}
        </Box>
      </CardLine>
      {pages > 1 ? <WindowedPager page={page} pages={pages} onPage={onPage} label={text.rowsOfFile} /> : null}
    </>
  );
}

/** The second step: what a start would do with each row. `header` gets the rehearsal that may be started. */
export function Rehearse(props: {
  brought: Brought;
  onChange(brought: Brought): void;
  onBringAgain(): void;
  header(rehearsal: Rehearsal | undefined): ReactNode;
}) {
  const { brought, onChange, onBringAgain, header } = props;
  const { clientId } = useIdentity();
  const { file, columns, dayOrder, answered } = brought;
  const { keep } = useAnswers(brought, onChange);
  const [{ show, page }, setShown] = useState<{ show: Show; page: number }>({ show: 'all', page: 1 });
  const request = {
    ...{ clientId, importId: file.importId, what: file.what, columns: [...columns], dayOrder },
    answered,
  };
  const { query, progress } = useRehearsal({ ...request, show, page, pageSize });
  const { data, error } = query;
  const isWaiting = changedAnswers(brought).length > 0;
  const counts = data?.counts;
  return (
    <>
      {header(isWaiting || query.isPlaceholderData || error ? undefined : data)}
      <Stack gap={1.5} sx={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {error ? (
          <Failed
            error={error}
            onRetry={isOther(error) ? () => keep() : () => query.refetch()}
            onBringAgain={onBringAgain}
          />
        ) : null}
        {isWaiting ? <Muted role="status">{text.answersWait}</Muted> : null}
        {query.isFetching && !(data && !query.isPlaceholderData) && progress ? (
          <Progress {...progress} />
        ) : data || error ? null : (
          <Progress done={0} rows={file.rows} />
        )}
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
                {...{ brought, onChange, request, page }}
                onKeep={keep}
                rehearsal={data}
                onPage={(next) => setShown({ show, page: next })}
              />
            </Paper>
          </>
        ) : null}
      </Stack>
    </>
  );
}
