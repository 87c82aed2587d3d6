import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callOptions } from '../../shared/api/hooks.ts';
import { instantAtClinic, shortDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { countText } from '../../shared/format/words.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { FilterTabs } from '../../shared/list/filter-tabs.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { type ActivityFilters, type FilterName, readActivityFilters, readyViews, requestOf } from './activity.ts';
import { EntryInFull } from './components/activity-entry.tsx';
import { ActivityFilterBar } from './components/activity-filters.tsx';
import { ActivityList } from './components/activity-list.tsx';
import { CheckButton } from './components/check-dialog.tsx';
import { ExportButtons } from './components/export-buttons.tsx';
import { activityText as text } from './text.ts';

const entriesPerPage = 50;
/** Interval between refetches of the first page in live mode, in ms. */
const lookEveryMs = 3_000;

type Activity = ResponseOf<'listActivity'>;

/** The filters in the address, so that a result can be shared as a link. */
function useFilters() {
  const today = useClinicDay(useIdentity().zone);
  const { params, set, clear } = useAddressParams();
  const filters = readActivityFilters(params, today);
  const isFiltered = [...params.keys()].some((name) => name !== 'view');
  return {
    today,
    filters,
    isFiltered,
    setFilter: (name: FilterName, value: string) => set({ [name]: value }),
    clear,
  };
}

/** One page, and the way to the next; in live mode it is refetched, but not while an entry is open. */
function useActivityPage(filters: ActivityFilters, isLive: boolean) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const request = {
    ...requestOf(clientId, filters),
    pageSize: entriesPerPage,
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = useQuery({
    ...callOptions(client, 'listActivity', request),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && cursor === undefined ? lookEveryMs : false,
  });
  const nextCursor = query.data?.nextCursor;
  return {
    query: { ...query, data: query.data?.body },
    before: cursors.length * entriesPerPage,
    newer: cursors.length > 0 ? () => setCursors((all) => all.slice(0, -1)) : undefined,
    older: nextCursor === undefined ? undefined : () => setCursors((all) => [...all, nextCursor]),
  };
}

function Pager(props: {
  first: number;
  last: number;
  total: number | undefined;
  newer: (() => void) | undefined;
  older: (() => void) | undefined;
}) {
  const { first, last, total, newer, older } = props;
  const range = `Entries ${countText(first)} to ${countText(last)}`;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1 }}
    >
      <Typography variant="caption" sx={{ color: 'text.secondary', mr: 'auto' }}>
        {total === undefined ? range : `${range} of ${countText(total)}`}
      </Typography>
      <Button variant="outlined" disabled={!newer} onClick={newer} startIcon={<Icon name="left" size={16} />}>
        {text.newer}
      </Button>
      <Button variant="outlined" disabled={!older} onClick={older} endIcon={<Icon name="right" size={16} />}>
        {text.older}
      </Button>
    </Box>
  );
}

function Entries(props: {
  filters: ActivityFilters;
  isLive: boolean;
  isFiltered: boolean;
  total: number | undefined;
  onClear(): void;
}) {
  const { filters, isLive, isFiltered, total, onClear } = props;
  const { query, before, newer, older } = useActivityPage(filters, isLive);
  const [chosen, setChosen] = useState<string | null>(null);
  const [held, setHeld] = useState<Activity | null>(null);
  const isWide = useMediaQuery('(min-width: 1200px)');
  const close = () => {
    setChosen(null);
    setHeld(null);
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
        const shown = held ?? latest;
        const { entries, zone } = shown;
        const open = entries.find(({ eventId }) => eventId === chosen);
        const known = new Set(entries.map(({ eventId }) => eventId));
        const waiting = held ? latest.entries.filter(({ eventId }) => !known.has(eventId)).length : 0;
        const full = open ? <EntryInFull entry={open} zone={zone} onClose={close} /> : null;
        return (
          <>
            {shown.isLevel ? null : (
              <Box sx={{ p: 1.5 }}>
                <Banner tone="notVisited" icon="clock">
                  {shown.upTo === null
                    ? 'The activity is being built.'
                    : `The activity is being built: it holds what happened up to ${instantAtClinic(shown.upTo, zone)}.`}
                </Banner>
              </Box>
            )}
            {waiting > 0 ? (
              <Button variant="text" onClick={close} startIcon={<Icon name="up" size={16} />} sx={{ m: 0.5 }}>
                {`${waiting} newer`}
              </Button>
            ) : null}
            <Box
              sx={{ display: 'grid', gridTemplateColumns: open && isWide ? 'minmax(0, 1fr) 380px' : 'minmax(0, 1fr)' }}
            >
              <ActivityList
                entries={entries}
                zone={zone}
                isOneDay={filters.day !== null}
                chosen={chosen}
                onChoose={(eventId) => {
                  if (eventId === chosen) return close();
                  setChosen(eventId);
                  setHeld(shown);
                }}
                below={isWide ? null : full}
              />
              {isWide && full ? (
                <Box sx={{ borderLeft: '1px solid', borderColor: 'divider' }}>
                  <Box sx={{ position: 'sticky', top: 72 }}>{full}</Box>
                </Box>
              ) : null}
            </Box>
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

/** Activity (/audit): everything that happened at the client, newest first. */
export function ActivityPage() {
  const { clientId, zone } = useIdentity();
  const { today, filters, isFiltered, setFilter, clear } = useFilters();
  const [isLive, setLive] = useState(true);
  const { view, day } = filters;
  const counts = useQuery({
    ...callOptions(useQueryClient(), 'countActivity', { clientId, date: day ?? today }),
    enabled: day !== null,
    refetchInterval: isLive ? lookEveryMs : false,
  });
  const figures = day === null ? undefined : counts.data?.body;
  const countOf = {
    everything: figures?.all,
    notable: figures?.notable,
    signIns: figures?.signIns,
    reads: figures?.reads,
  };
  // Counts exist for the day's preset views only, not for further filters.
  const isCounted =
    !isFiltered ||
    [filters.person, filters.patient, filters.doctor, filters.action, filters.outcome].every((each) => each === null);

  return (
    <>
      <PageHeader
        title={text.title}
        beside={
          <FormControlLabel control={<Switch checked={isLive} onChange={(_, on) => setLive(on)} />} label={text.live} />
        }
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
            <CheckButton />
            <ExportButtons request={requestOf(clientId, filters)} />
            <Button
              component={Link}
              to={paths.auditReplay}
              variant="outlined"
              startIcon={<Icon name="play" size={16} />}
            >
              {text.replay}
            </Button>
            <Button
              component={Link}
              to={paths.auditReport}
              variant="outlined"
              startIcon={<Icon name="report" size={16} />}
            >
              {text.report}
            </Button>
            <Button component={Link} to={paths.auditAppointments} variant="outlined">
              {text.appointments}
            </Button>
          </Box>
        }
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <FilterTabs
          label={text.views}
          tabs={readyViews.map((key) => ({ key, label: text[key], count: countOf[key] }))}
          value={view}
          onChange={(key) => setFilter('view', key === 'everything' ? '' : key)}
        />
        <Typography variant="caption" sx={{ ml: 'auto', color: 'text.secondary' }}>
          {`${day === null ? text.everyDay : shortDate(day)} · Clinic time, ${zone}`}
        </Typography>
      </Box>
      <Paper>
        <ActivityFilterBar filters={filters} isFiltered={isFiltered} onFilter={setFilter} onClear={clear} />
        <Entries
          // A new filter starts at page 1, with nothing open.
          key={JSON.stringify(filters)}
          filters={filters}
          isLive={isLive}
          isFiltered={isFiltered || view !== 'everything'}
          total={isCounted ? countOf[view] : undefined}
          onClear={clear}
        />
      </Paper>
    </>
  );
}
