import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Action as WholeAction } from '../buttons/action.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Round, Stack } from '../layout/boxes.tsx';
import { uiText as text } from '../text.ts';
import { useOverdue } from './overdue.ts';
import { ThinProgress } from './thin-progress.tsx';

type Action = Pick<WholeAction, 'name' | 'perform'>;

/** A message in place of a list: empty, no match, or failed. */
export function Notice(props: {
  icon: IconName;
  title: string;
  hint?: ReactNode;
  action?: Action;
  dismiss?: () => void;
  failed?: boolean;
}) {
  const { icon, title, hint, action, dismiss, failed = false } = props;
  return (
    <Stack
      role={failed ? 'alert' : 'status'}
      gap={0.5}
      sx={{ justifyItems: 'center', textAlign: 'center', px: 2, py: 6 }}
    >
      <Round
        size={48}
        sx={{
          mb: 1,
          color: failed ? 'status.cancelled.main' : 'primary.main',
          bgcolor: failed ? 'status.cancelled.soft' : 'teal.soft',
        }}
      >
        <Icon name={icon} size={24} />
      </Round>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      {hint === undefined ? null : <Typography sx={{ color: 'text.secondary', maxWidth: 440 }}>{hint}</Typography>}
      {action ? (
        <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
          <Button variant="outlined" onClick={action.perform}>
            {action.name}
          </Button>
          {dismiss ? (
            <Button variant="text" onClick={dismiss}>
              {text.dismiss}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Stack>
  );
}

/** The parts of a query that a list needs; TanStack Query's result fits. */
export interface ListQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  /** Number of failures: a query that is being retried has not succeeded yet. */
  errorUpdateCount?: number;
  refetch(): unknown;
}

export interface ListStateProps<Data> {
  query: ListQuery<Data>;
  /** Has the list's shape: takes up its space at once, and is visible after 150 ms. */
  skeleton: ReactNode;
  failed: { title: string; hint?: string; actionLabel?: string; retry?: () => void; dismiss?: () => void };
  /** Number of items; absent for data that is never empty. */
  count?(data: Data): number;
  /** Whether a search or filter is set: an empty list then shows `noMatch` instead of `empty`. */
  filtered?: boolean;
  empty?: { title: string; hint?: ReactNode; action?: Action; icon?: IconName } | undefined;
  noMatch?: { title: string; hint?: ReactNode; action?: Action } | undefined;
  children(data: Data): ReactNode;
}

/** A list in each of its states: loading, failed, empty, no match, or loaded. A refetch keeps the shown rows. */
export function ListState<Data>(props: ListStateProps<Data>) {
  const { query, skeleton, failed, count, filtered = false, empty, noMatch, children } = props;
  const overdue = useOverdue(query.isPending);
  const refreshing = useOverdue(query.isFetching && !query.isPending, 300);
  if (query.data === undefined) {
    if (query.error || (query.errorUpdateCount ?? 0) > 0) {
      return (
        <Notice
          icon="warning"
          failed
          title={failed.title}
          {...(failed.hint === undefined ? {} : { hint: failed.hint })}
          {...(failed.dismiss ? { dismiss: failed.dismiss } : {})}
          action={{ name: failed.actionLabel ?? text.tryAgain, perform: failed.retry ?? (() => void query.refetch()) }}
        />
      );
    }
    return (
      <Box aria-busy="true">
        <Box sx={{ visibility: overdue ? 'visible' : 'hidden' }}>{skeleton}</Box>
      </Box>
    );
  }
  const nothing = count?.(query.data) === 0;
  return (
    <Box sx={{ position: 'relative' }} aria-busy={refreshing}>
      {refreshing ? <ThinProgress label={text.refreshing} /> : null}
      {nothing && filtered && noMatch ? <Notice icon="search" {...noMatch} /> : null}
      {nothing && !filtered && empty ? <Notice icon="calendar" {...empty} /> : null}
      {nothing ? null : children(query.data)}
    </Box>
  );
}
