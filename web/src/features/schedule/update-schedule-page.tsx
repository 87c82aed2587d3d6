import type { Weekday } from '@dayline/contracts/clinic/schedule';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { readPageIdentity } from '../../shared/session/page-identity.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Muted, Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { type PanelTab, TabsPanel } from '../../ui/layout/tabs-panel.tsx';
import { type Schedule, useSchedule } from './api/use-schedule.ts';
import { AvailableSlots } from './components/available-slots.tsx';
import { DayEditor } from './components/day-editor.tsx';
import { WeekPicture } from './components/week-picture.tsx';
import { WeeksBar } from './components/weeks-bar.tsx';
import { scheduleText as text } from './text.ts';

const PreviewDialog = lazy(() => untilLoaded(() => import('./components/preview-dialog.tsx')));
const ConflictDialog = lazy(() => untilLoaded(() => import('./components/conflict-dialog.tsx')));

type Tab = 'edit' | 'slots';

const tabs = (): readonly PanelTab<Tab>[] => [
  { key: 'edit', label: text.edit },
  { key: 'slots', label: text.slots },
];

interface OpenedInterval {
  id: string;
  field: string;
}

/** The edited day, and the interval whose field is focused once rendered. */
function useOpened() {
  const [day, setDay] = useState<Weekday>('Monday');
  const [openInterval, setOpenInterval] = useState<OpenedInterval>();
  useEffect(() => {
    if (!openInterval) return;
    document.querySelector<HTMLElement>(`[data-interval="${openInterval.id}"] [name="${openInterval.field}"]`)?.focus();
    setOpenInterval(undefined);
  }, [openInterval]);
  const open = (onDay: Weekday, id: string, field = 'startTime') => {
    setDay(onDay);
    setOpenInterval({ id, field });
  };
  return { day, setDay, open };
}

function Editor({ schedule, pocId, opened }: EditorProps) {
  const { day, setDay, open } = opened;
  return (
    <Stack
      gap={2}
      sx={{ alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 592px) minmax(0, 1fr)' } }}
    >
      <DayEditor schedule={schedule} pocId={pocId} day={day} onDay={setDay} onOpen={open} />
      <WeekPicture schedule={schedule} day={day} onOpen={open} />
    </Stack>
  );
}

interface EditorProps {
  schedule: Schedule;
  pocId: string | undefined;
  opened: ReturnType<typeof useOpened>;
}

/**
 * Doctor schedule (/update-schedule), sections 2, 5 and 8: a doctor's own, or that of a doctor whom an admin has just
 * added.
 */
export default function UpdateSchedulePage() {
  const { role, pocId: own } = useIdentity();
  const { state } = useLocation();
  const identity = readPageIdentity(state);
  const pocId = role === 'doctor' ? (own ?? undefined) : identity.pocId;
  const doctor = role === 'doctor' ? undefined : identity.pocName;
  const openInterval = useOpened();
  const [tab, setTab] = useState<Tab>('edit');
  const schedule = useSchedule(pocId, ({ day, id, field }) => {
    setTab('edit');
    openInterval.open(day, id, field);
  });
  useAskBeforeLeaving(schedule.changes > 0);

  const nothing = { revision: -1, weeks: [], places: { departments: [], branches: [] } };
  const query = pocId === undefined ? { ...schedule.query, data: nothing, isPending: false } : schedule.query;
  return (
    <TabsPanel<Tab>
      label={text.schedule}
      tabs={tabs()}
      value={tab}
      onChange={setTab}
      header={(tablist) => (
        <PageHeader
          title={text.title}
          afterTitle={
            <>
              {tablist}
              {doctor === undefined ? null : <Typography>{doctor}</Typography>}
            </>
          }
          action={
            <>
              <Muted role="status" sx={{ alignSelf: 'center', mr: { xs: 'auto', sm: 1 } }}>
                {schedule.changes > 0 ? text.changes(schedule.changes) : ''}
              </Muted>
              <Button variant="outlined" onClick={() => void schedule.reset()} disabled={schedule.saving}>
                {text.reset}
              </Button>
              <Button onClick={() => void schedule.save()} loading={schedule.saving}>
                {text.save}
              </Button>
            </>
          }
        />
      )}
    >
      <ListState
        query={query}
        skeleton={<CardsSkeleton cards={2} height={480} minWidth={400} />}
        failed={{ title: text.failedToFetch }}
      >
        {() => (
          <>
            {pocId === undefined ? null : <WeeksBar schedule={schedule} />}
            {tab === 'edit' ? (
              <Editor schedule={schedule} pocId={pocId} opened={openInterval} />
            ) : (
              <AvailableSlots week={schedule.savedWeek} />
            )}
          </>
        )}
      </ListState>
      <Suspense>
        {schedule.previewed ? (
          <PreviewDialog schedule={schedule} previewed={schedule.previewed} doctor={doctor} />
        ) : null}
        {schedule.conflict ? <ConflictDialog schedule={schedule} conflict={schedule.conflict} /> : null}
      </Suspense>
    </TabsPanel>
  );
}
