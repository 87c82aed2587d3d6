import type { AsOf } from '@dayline/contracts/endpoints/audit/as-of';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { timeAtClinic } from '../../shared/format/time.ts';
import { FilterTabs } from '../../shared/list/filter-tabs.tsx';
import { LoadFailed } from '../../ui/feedback/banner.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { FilterFields } from '../../ui/fields/filter-fields.tsx';
import { MomentField } from '../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDoctors, useOther, usePast } from './api/queries.ts';
import { Around } from './components/around.tsx';
import { AsOfStrip } from './components/as-of-strip.tsx';
import { PastBoard } from './components/past-board.tsx';
import { PastSlots } from './components/past-slots.tsx';
import { TimelineBar } from './components/timeline-bar.tsx';
import { useReplayAddress } from './components/use-replay-address.ts';
import { useSteps } from './components/use-steps.ts';
import { instantOf, type Moment, otherMoment, type ReplayAddress, screens, timeOf } from './replay.ts';
import { replayText as text } from './text.ts';

// Loaded when first chosen.
const PastDashboard = lazy(async () => ({ default: (await import('./components/past-dashboard.tsx')).PastDashboard }));
const PastDetails = lazy(async () => ({ default: (await import('./components/past-details.tsx')).PastDetails }));

const momentOf = ({ at, position }: Moment): Moment => ({
  ...(at !== undefined && { at }),
  ...(position !== undefined && { position }),
});

interface ScreenProps {
  address: ReplayAddress;
  /** The clinic day of the moment, if the address says it. */
  day: string | undefined;
  /** Of the shown moment; undefined until the first answer. */
  asOf: AsOf | undefined;
  /** When the other moment is, as in '9 of 88 differ now'. */
  when: string;
}

const waiting = <RowsSkeleton rows={5} height={64} columns={4} />;
const failed = () => ({ title: text.failed });

/** What two screens ask for: the moment, and the one to compare with. */
function requestsOf({ address, asOf }: Pick<ScreenProps, 'address' | 'asOf'>) {
  const { pocId, other } = address;
  const doctor = pocId === undefined ? {} : { pocId };
  return {
    request: { ...momentOf(address), ...doctor },
    otherRequest: { ...otherMoment(asOf?.instant, other), ...doctor },
    enabled: other !== undefined && asOf !== undefined,
  };
}

function Board(props: ScreenProps & { board: ReturnType<typeof usePast<'getBoardAsOf'>> }) {
  const { address, when, board } = props;
  const { otherRequest, enabled } = requestsOf(props);
  const other = useOther('getBoardAsOf', otherRequest, { past: board, when, enabled });
  return (
    <ListState query={board} skeleton={waiting} failed={failed()}>
      {({ cards, around, asOf: shown }) => (
        <Stack
          gap={1.5}
          sx={{ alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' } }}
        >
          <PastBoard
            cards={cards}
            other={other}
            changed={around.find(({ position }) => position === shown.position)?.appointmentId ?? null}
            withDoctor={address.pocId === undefined}
          />
          <Around entries={around} asOf={shown} />
        </Stack>
      )}
    </ListState>
  );
}

function DashboardScreen(props: ScreenProps) {
  const { address, day, when } = props;
  const { request, otherRequest, enabled } = requestsOf(props);
  const query = usePast('getDashboardAsOf', request, day);
  const other = useOther('getDashboardAsOf', otherRequest, { past: query, when, enabled });
  return (
    <ListState query={query} skeleton={waiting} failed={failed()}>
      {(dashboard) => <PastDashboard dashboard={dashboard} other={other} isOfDoctor={address.pocId !== undefined} />}
    </ListState>
  );
}

function SlotsScreen(props: ScreenProps & { pocId: string }) {
  const { pocId, day, when } = props;
  const { request, otherRequest, enabled } = requestsOf(props);
  const query = usePast('getAvailabilityAsOf', { ...request, pocId }, day);
  const other = useOther('getAvailabilityAsOf', { ...otherRequest, pocId }, { past: query, when, enabled });
  return (
    <ListState query={query} skeleton={waiting} failed={failed()}>
      {(availability) => <PastSlots availability={availability} other={other} />}
    </ListState>
  );
}

function DetailsScreen(props: ScreenProps & { onOwnDay(): void }) {
  const { address, day, when, onOwnDay } = props;
  const { listed, marked } = address;
  const { request, otherRequest, enabled } = requestsOf(props);
  const date = listed === undefined ? {} : { date: listed };
  const query = usePast('listAppointmentsAsOf', { ...request, ...date }, listed ?? day);
  const other = useOther('listAppointmentsAsOf', { ...otherRequest, ...date }, { past: query, when, enabled });
  return (
    <ListState query={query} skeleton={waiting} failed={failed()}>
      {({ asOf, appointments }) => (
        <PastDetails
          date={listed ?? asOf.date}
          appointments={appointments}
          other={other}
          withDoctor={address.pocId === undefined}
          marked={marked}
          onOwnDay={listed === undefined || listed === asOf.date ? undefined : onOwnDay}
        />
      )}
    </ListState>
  );
}

/** Replay (/audit/replay): the board, the dashboard, the slots and the details of any moment; nothing can be changed. */
export default function ReplayPage() {
  const {
    address,
    zone,
    day: dayOfAddress,
    go,
    goToDay,
    listOwnDay,
    setScreen,
    setDoctor,
    setOther,
  } = useReplayAddress();
  const { screen, pocId, other } = address;
  const doctors = useDoctors();
  const board = usePast('getBoardAsOf', { ...momentOf(address), ...(pocId !== undefined && { pocId }) }, dayOfAddress);
  const asOf = board.data?.asOf;
  const day = dayOfAddress ?? asOf?.date;
  const shownAt = board.isPlaceholderData || board.isFetching ? undefined : asOf?.instant;
  const steps = useSteps({ day, pocId, moment: momentOf(address), shownAt, go });

  const pinned = steps.marks.find(({ position }) => position === other);
  const when = pinned ? text.at(timeAtClinic(pinned.recordedAt, zone)) : other === 'now' ? text.now : text.atOther;
  const shown: ScreenProps = { address, day: dayOfAddress, asOf, when };

  return (
    <>
      <AsOfStrip asOf={asOf} isQuiet={steps.isPlaying} />
      <PageHeader
        title={text.title}
        afterTitle={
          <FilterTabs
            label={text.what}
            tabs={screens.map((key) => ({ key, label: text.screens[key] }))}
            value={screen}
            onChange={setScreen}
          />
        }
        action={
          <FilterFields label={text.moment} columns="140px 140px 150px auto" across="first">
            <NativeSelectField
              label={text.doctor}
              labelHidden
              placeholder={text.allDoctors}
              value={pocId ?? ''}
              onChange={setDoctor}
              choices={(doctors.data ?? []).map((each) => ({ value: each.pocId, label: each.pocName }))}
            />
            <MomentField
              label={text.day}
              type="date"
              value={day ?? ''}
              onValue={(date) => {
                if (date !== '') goToDay(date);
              }}
            />
            <MomentField
              label={text.time}
              type="time"
              value={asOf ? timeOf(asOf.instant, zone) : ''}
              onValue={(time) => {
                if (day !== undefined && time !== '') go({ at: instantOf(day, time, zone) });
              }}
            />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
              <Button
                variant={other === 'now' ? 'contained' : 'outlined'}
                aria-pressed={other === 'now'}
                onClick={() => setOther(other === 'now' ? undefined : 'now')}
                sx={{ px: 1.5 }}
              >
                {text.compareNow}
              </Button>
              {other === undefined || other === 'now' ? (
                <Button variant="text" sx={{ px: 1 }} disabled={!asOf} onClick={() => setOther(asOf?.position)}>
                  {text.compareHere}
                </Button>
              ) : (
                <Button variant="text" sx={{ px: 1 }} onClick={() => setOther(undefined)}>
                  {text.compareEnd}
                </Button>
              )}
            </Box>
          </FilterFields>
        }
      />
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {steps.query.isError ? (
          <LoadFailed onRetry={steps.query.refetch}>{text.marksFailed}</LoadFailed>
        ) : (
          <TimelineBar steps={steps} zone={zone} />
        )}
        {screen === 'board' ? <Board {...shown} board={board} /> : null}
        <Suspense fallback={waiting}>
          {screen === 'dashboard' ? <DashboardScreen {...shown} /> : null}
          {screen === 'details' ? <DetailsScreen {...shown} onOwnDay={listOwnDay} /> : null}
        </Suspense>
        {screen === 'slots' ? (
          pocId === undefined ? (
            <Notice icon="stethoscope" title={text.chooseDoctor} />
          ) : (
            <SlotsScreen {...shown} pocId={pocId} />
          )
        ) : null}
      </Box>
    </>
  );
}
