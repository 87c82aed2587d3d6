import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { shortDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { FilterTabs } from '../../shared/list/filter-tabs.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, Muted } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { type FilterName, readActivityFilters, readyViews, requestOf } from './activity.ts';
import { useActivityCounts } from './api/queries.ts';
import { ActivityEntries } from './components/activity-entries.tsx';
import { ActivityFilterBar } from './components/activity-filters.tsx';
import { CheckButton } from './components/check-dialog.tsx';
import { ExportButtons } from './components/export-buttons.tsx';
import { activityText as text } from './text.ts';

/** The filters are in the address, so that a result can be shared as a link. */
function useActivityFilters() {
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

/** Activity (/audit): everything that happened at the client, newest first. */
export default function ActivityPage() {
  const { clientId, zone } = useIdentity();
  const { today, filters, isFiltered, setFilter, clear } = useActivityFilters();
  const [isLive, setLive] = useState(true);
  const { view, day } = filters;
  const counts = useActivityCounts(day, today, isLive);
  const figures = day === null ? undefined : counts.data?.body;
  const countOf = {
    everything: figures?.all,
    notable: figures?.notable,
    signIns: figures?.signIns,
    reads: figures?.reads,
  };
  // The preset views have counts for a day only, not with further filters.
  const isCounted =
    !isFiltered ||
    [filters.person, filters.patient, filters.doctor, filters.action, filters.outcome].every(
      (filter) => filter === null,
    );

  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={
          <FormControlLabel
            control={<Switch checked={isLive} onChange={(_, isOn) => setLive(isOn)} />}
            label={text.live}
          />
        }
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
            <LinkButton to={paths.auditReplay} variant="outlined" startIcon={<Icon name="play" size={16} />}>
              {text.replay}
            </LinkButton>
            <LinkButton to={paths.auditReport} variant="outlined" startIcon={<Icon name="report" size={16} />}>
              {text.report}
            </LinkButton>
            <LinkButton to={paths.auditAppointments} variant="outlined">
              {text.appointments}
            </LinkButton>
            <CheckButton />
            <ExportButtons request={requestOf(clientId, filters)} />
          </Box>
        }
      />
      <Inline gap={1} wrap sx={{ mb: 1.5 }}>
        <FilterTabs
          label={text.views}
          tabs={readyViews.map((key) => ({ key, label: text[key], count: countOf[key] }))}
          value={view}
          onChange={(key) => setFilter('view', key === 'everything' ? '' : key)}
        />
        <Muted sx={{ ml: 'auto' }}>{`${day === null ? text.everyDay : shortDate(day)} · ${text.zoneTime(zone)}`}</Muted>
      </Inline>
      <Paper>
        <ActivityFilterBar filters={filters} isFiltered={isFiltered} onFilter={setFilter} onClear={clear} />
        <ActivityEntries
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
