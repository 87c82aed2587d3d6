import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { isRepeatable } from '../../../ui/buttons/single-press.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import type { ActivityFilters } from '../activity.ts';
import { useActivityPage } from '../api/queries.ts';
import { activityText as text } from '../text.ts';
import { FullEntry } from './activity-entry.tsx';
import { ActivityList } from './activity-list.tsx';

type Activity = ResponseOf<'listActivity'>;

function Pager(props: {
  first: number;
  last: number;
  total: number | undefined;
  newer: (() => void) | undefined;
  older: (() => void) | undefined;
}) {
  const { first, last, total, newer, older } = props;
  return (
    <Inline {...isRepeatable} component="nav" aria-label={text.pages} gap={1} wrap sx={{ px: 2, py: 1 }}>
      <Muted sx={{ mr: 'auto' }}>
        {total === undefined ? text.range(first, last) : text.rangeOf(first, last, total)}
      </Muted>
      <Button variant="outlined" disabled={!newer} onClick={newer} startIcon={<Icon name="left" size={16} />}>
        {text.newer}
      </Button>
      <Button variant="outlined" disabled={!older} onClick={older} endIcon={<Icon name="right" size={16} />}>
        {text.older}
      </Button>
    </Inline>
  );
}

/** The entries that match the filters, a page at a time; one of them can be open. */
export function ActivityEntries(props: {
  filters: ActivityFilters;
  isLive: boolean;
  isFiltered: boolean;
  total: number | undefined;
  onClear(): void;
}) {
  const { filters, isLive, isFiltered, total, onClear } = props;
  const { query, before, newer, older } = useActivityPage(filters, isLive);
  const [choice, setChoice] = useState<string | null>(null);
  const [snapshot, setSnapshot] = useState<Activity | null>(null);
  const isWide = useMediaQuery('(min-width: 1200px)');
  const close = () => {
    setChoice(null);
    setSnapshot(null);
  };
  const turn = (page: (() => void) | undefined) =>
    page &&
    (() => {
      close();
      page();
    });

  return (
    <ListState
      query={query}
      skeleton={<RowsSkeleton rows={12} columns={4} />}
      failed={{ title: text.failed }}
      count={(data) => data.entries.length + before}
      filtered={isFiltered}
      empty={{ title: text.none, hint: text.noneHint, icon: 'history' }}
      noMatch={{ title: text.noMatch, action: { name: text.clear, perform: onClear } }}
    >
      {(latest) => {
        const page = snapshot ?? latest;
        const { entries, zone } = page;
        const open = entries.find(({ eventId }) => eventId === choice);
        const ids = new Set(entries.map(({ eventId }) => eventId));
        const waiting = snapshot ? latest.entries.filter(({ eventId }) => !ids.has(eventId)).length : 0;
        const full = open ? <FullEntry entry={open} zone={zone} onClose={close} /> : null;
        return (
          <>
            {page.isLevel ? null : (
              <Box sx={{ p: 1.5 }}>
                <Banner tone="notVisited" icon="clock">
                  {page.upTo === null ? text.building : text.behind(instantAtClinic(page.upTo, zone))}
                </Banner>
              </Box>
            )}
            {waiting > 0 ? (
              // Over the list's upper edge: nothing moves under the pointer when an entry arrives.
              <Box sx={{ position: 'relative', height: 0, zIndex: 1, textAlign: 'center' }}>
                <Button
                  size="small"
                  onClick={close}
                  startIcon={<Icon name="up" size={14} />}
                  sx={{ minHeight: 24, py: 0, transform: 'translateY(-50%)' }}
                >
                  {text.newerCount(waiting)}
                </Button>
              </Box>
            ) : null}
            <Stack sx={{ gridTemplateColumns: open && isWide ? 'minmax(0, 1fr) 380px' : 'minmax(0, 1fr)' }}>
              <ActivityList
                entries={entries}
                zone={zone}
                isOneDay={filters.day !== null}
                chosen={choice}
                onChoose={(eventId) => {
                  if (eventId === choice) return close();
                  setChoice(eventId);
                  setSnapshot(page);
                }}
                below={isWide ? null : full}
              />
              {isWide && full ? (
                <Box sx={{ borderLeft: '1px solid', borderColor: 'divider' }}>
                  <Box sx={{ position: 'sticky', top: 72 }}>{full}</Box>
                </Box>
              ) : null}
            </Stack>
            <Pager
              first={Math.min(before + 1, before + entries.length)}
              last={before + entries.length}
              total={total}
              newer={turn(newer)}
              older={turn(older)}
            />
          </>
        );
      }}
    </ListState>
  );
}
