import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { clinicNow } from '@dayline/contracts/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { clockTime, longDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { usePendingMarks } from '../../shared/marking/pending-marks.ts';
import { withPending } from '../../shared/marking/rules.ts';
import { markingText } from '../../shared/marking/text.ts';
import { useMarking } from '../../shared/marking/use-marking.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { confirm } from '../../shared/ui/confirm.ts';
import { useDrawerFilters } from '../../shared/ui/drawer-filters.tsx';
import { FilterTabs } from '../../shared/ui/filter-tabs.tsx';
import { ListState } from '../../shared/ui/list-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RowsSkeleton } from '../../shared/ui/skeletons.tsx';
import { Board } from './board.tsx';
import { KeyHints } from './key-hints.tsx';
import { cardsPerPage, countsOf, dayOf, filters, firstToCome } from './rules.ts';
import { filterLabels, todayText } from './text.ts';
import { useOthersChanges } from './use-others-changes.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import { useTodayAddress } from './use-today-address.ts';

const nothing: readonly TodaysAppointment[] = [];

/** Who and when, under a question. */
const about = (row: TodaysAppointment): string =>
  `${clockTime(row.AppointmentTime)}, ${row.PatientName ?? 'erased patient'}`;

/** Today's board of either side: the admin's by pages and with Cancel, the doctor's whole and with a question before a mark. */
export function TodayPage({ side, query }: { side: 'admin' | 'doctor'; query: UseQueryResult<TodaysAppointment[]> }) {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const address = useTodayAddress();
  const { filter, setFilter } = address;
  const mark = useMarking(side);
  const paged = side === 'admin';
  const size = paged ? cardsPerPage : Number.MAX_SAFE_INTEGER;

  const pending = usePendingMarks((state) => state.marks);
  const rows = useMemo(() => withPending(query.data ?? nothing, pending), [query.data, pending]);
  const { flashing, line } = useOthersChanges(query.data);

  // Where the day had come to when its board was first there; later it stays where somebody has put it.
  const [opening, setOpening] = useState<{ day: string | undefined; index: number; id: string | undefined }>();
  const day = query.data && dayOf(query.data);
  if (query.data !== undefined && (opening === undefined || opening.day !== day)) {
    const index = firstToCome(query.data, clinicNow(Date.now(), zone).time);
    setOpening({ day, index, id: query.data[index]?.AppointmentId });
  }
  // A page that somebody chose was one of the day before.
  const shownDay = useRef(today);
  useEffect(() => {
    if (shownDay.current === today) return;
    shownDay.current = today;
    setFilter(filter);
  }, [today, filter, setFilter]);
  const opensAt = Math.floor((opening?.index ?? 0) / cardsPerPage) + 1;
  const page = paged ? (address.page ?? (filter === 'All' ? opensAt : 1)) : 1;
  const steady = useSteadyRows({ rows, filter, page, size });

  const counts = useMemo(() => countsOf(rows), [rows]);
  const known = query.data !== undefined;
  const tabs = useMemo(
    () => filters.map((key) => ({ key, label: filterLabels[side][key], ...(known ? { count: counts[key] } : {}) })),
    [side, known, counts],
  );
  useDrawerFilters({ label: todayText.filters, tabs, value: filter, onChange: setFilter });

  const onMark = async (row: TodaysAppointment, status: AppointmentStatus) => {
    // "after a browser confirmation (doctor side)" (section 4).
    const agreed =
      side === 'admin' ||
      (await confirm({
        title: markingText.question(status),
        message: about(row),
        actionLabel: markingText.markAs(status),
      }));
    if (agreed) await mark(row, status);
  };
  const onCancel = async (row: TodaysAppointment) => {
    const agreed = await confirm({
      title: markingText.cancelQuestion,
      message: `${about(row)}, ${row.POC_Name}. ${markingText.cancelHint}`,
      actionLabel: markingText.cancel,
      cancelLabel: markingText.keep,
      destructive: true,
    });
    if (agreed) await mark(row, 'Cancelled');
  };

  const notice = { title: todayText.noneMatch };
  return (
    <>
      <PageHeader
        title={todayText.title}
        beside={
          <>
            <Typography
              component="time"
              dateTime={today}
              sx={{ color: 'text.secondary', width: '100%', display: { md: 'none' } }}
            >
              {longDate(today)}
            </Typography>
            <FilterTabs label={todayText.filters} tabs={tabs} value={filter} onChange={setFilter} />
          </>
        }
        action={<KeyHints />}
      />
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton rows={cardsPerPage} height={72} columns={4} />
          </Paper>
        }
        failed={{ title: todayText.failed }}
        count={() => steady.shown.length}
        filtered={filter !== 'All'}
        empty={{ ...notice, icon: 'today', hint: todayText.comeByThemselves }}
        noMatch={notice}
      >
        {() => (
          <Board
            steady={steady}
            flashing={flashing}
            withDoctor={side === 'admin'}
            openAt={paged ? undefined : opening?.id}
            onMark={(row, status) => void onMark(row, status)}
            onCancel={side === 'admin' ? (row) => void onCancel(row) : undefined}
            onPage={address.setPage}
          />
        )}
      </ListState>
      <Typography
        role="status"
        variant="caption"
        sx={{ display: 'block', mt: 1, minHeight: 18, color: 'text.secondary' }}
      >
        {line}
      </Typography>
    </>
  );
}
