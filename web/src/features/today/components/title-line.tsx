import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { AddAppointment } from '../../../shared/appointments/add-appointment.tsx';
import { hourName } from '../../../shared/appointments/day-picture/rules.ts';
import { statusFilters } from '../../../shared/appointments/status-filters.ts';
import { PrintList } from '../../../shared/appointments/visit/print-list.tsx';
import { ExportCsvIcon } from '../../../shared/exports/export-csv.tsx';
import { longDate } from '../../../shared/format/time.ts';
import { type FilterTab, FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import { SearchField } from '../../../shared/list/search-field.tsx';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FilterChip } from '../../../ui/buttons/filter-chip.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { type BoardFilter, pageSizes } from '../rules.ts';
import { todayText as text } from '../text.ts';
import { doctorsOf } from '../worklist.ts';
import type { useCardsPerPage } from './use-cards-per-page.ts';
import type { TodayAddress } from './use-today-address.ts';

/** The rows of the filters; undefined for filters that only this page has. */
function useExported({ filter, pocId, search, hour }: TodayAddress, today: string) {
  const { clientId } = useIdentity();
  const status = statusFilters.find((name) => name === filter);
  if (status === undefined || hour !== undefined) return undefined;
  return {
    ...{ clientId, date: today },
    ...(status !== 'All' && { status }),
    ...(pocId !== undefined && { pocId }),
    ...(search.trim() !== '' && { search: search.trim() }),
  };
}

/** Title, tabs, doctor and search; stays visible while a long day scrolls below it. */
export function TitleLine(props: {
  today: string;
  address: TodayAddress;
  /** The specification's tabs, and who is expected, waits and is called. */
  tabs: readonly FilterTab<BoardFilter>[];
  stages: readonly FilterTab<BoardFilter>[];
  rows: readonly TodaysAppointment[];
  withDoctor: boolean;
  perPage: ReturnType<typeof useCardsPerPage> | undefined;
}) {
  const { today, address, tabs, stages, rows, withDoctor, perPage } = props;
  const { hour, pocId: chosenDoctor } = address;
  const exportQuery = useExported(address, today);
  const choices = useMemo(() => {
    const doctors = doctorsOf(rows).map(({ pocId, name }) => ({ value: pocId, label: name }));
    // The doctor in the address may have no appointments today.
    return chosenDoctor === undefined || doctors.some(({ value }) => value === chosenDoctor)
      ? doctors
      : [...doctors, { value: chosenDoctor, label: text.chosenDoctor }];
  }, [rows, chosenDoctor]);
  return (
    <Box
      sx={(theme) => ({
        [theme.breakpoints.up('md')]: {
          position: 'sticky',
          top: 48,
          zIndex: 5,
          mx: -2,
          px: 2,
          mt: -2,
          pt: 2,
          bgcolor: 'background.default',
        },
        // Nothing scrolls on paper.
        '@media print': { '&&': { position: 'static', backgroundColor: 'transparent' } },
      })}
    >
      <PageHeader
        title={text.title}
        afterTitle={
          <Typography
            component="time"
            dateTime={today}
            sx={{
              color: 'text.secondary',
              width: '100%',
              display: { md: 'none' },
              '@media print': { display: 'block' },
            }}
          >
            {longDate(today)}
          </Typography>
        }
        action={
          <>
            {withDoctor ? (
              <Box sx={{ width: { xs: 129, md: 160 }, flexShrink: 0 }}>
                <NativeSelectField
                  label={text.doctor}
                  labelHidden
                  value={chosenDoctor ?? ''}
                  onChange={(pocId) => address.setDoctor(pocId === '' ? undefined : pocId)}
                  placeholder={text.allDoctors}
                  choices={choices}
                />
              </Box>
            ) : null}
            <SearchField
              label={text.search}
              placeholder={text.searchShort}
              value={address.search}
              onChange={address.setSearch}
              width={240}
            />
            <PrintList pocId={chosenDoctor} />
            {exportQuery === undefined ? null : <ExportCsvIcon name="exportAppointments" request={exportQuery} />}
            {withDoctor ? <AddAppointment variant="outlined" beside="filters" /> : null}
          </>
        }
      />
      <Inline gap={1} wrap className="not-on-paper" sx={{ mt: -1, mb: 2 }}>
        <FilterTabs label={text.filters} tabs={tabs} value={address.filter} onChange={address.setFilter} />
        <FilterTabs label={text.stages} tabs={stages} value={address.filter} onChange={address.setFilter} />
        {hour === undefined ? null : (
          <FilterChip
            label={text.hourAlone(hourName(hour))}
            name={text.clearHour(hourName(hour))}
            onClear={() => address.setHour(undefined)}
          />
        )}
        {perPage === undefined ? null : (
          <Box sx={{ ml: { sm: 'auto' }, width: 124 }}>
            <NativeSelectField
              label={text.perPage}
              labelHidden
              value={String(perPage.size)}
              onChange={perPage.choose}
              choices={pageSizes.map((size) => ({ value: String(size), label: text.aPage(size) }))}
            />
          </Box>
        )}
      </Inline>
    </Box>
  );
}
