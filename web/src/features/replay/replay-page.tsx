import type { AsOf } from '@dayline/contracts/endpoints/audit/as-of';
import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { unreachable } from '@dayline/contracts/unreachable';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, type ReactNode, Suspense } from 'react';
import { DoctorFilter } from '../../shared/appointments/doctors/doctor-fields.tsx';
import { instantAtClinic, timeAtClinic } from '../../shared/format/time.ts';
import { FilterTabs } from '../../shared/list/filter-tabs.tsx';
import { LoadFailed } from '../../ui/feedback/banner.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { FilterFields } from '../../ui/fields/filter-fields.tsx';
import { MomentField } from '../../ui/fields/moment-field.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { type Comparison, type PastName, useOther, usePast } from './api/queries.ts';
import { AsOfStrip } from './components/as-of-strip.tsx';
import { NearbyEntries } from './components/nearby-entries.tsx';
import { PastBoard } from './components/past-board.tsx';
import { PastSlots } from './components/past-slots.tsx';
import { TimelineBar } from './components/timeline-bar.tsx';
import { useReplayAddress } from './components/use-replay-address.ts';
import { useSteps } from './components/use-steps.ts';
import { dayOf, instantOf, type Moment, otherMoment, type ReplayAddress, screens, timeOf } from './replay.ts';
import { replayText as text } from './text.ts';

// Loaded when first chosen.
const PastDashboard = lazy(async () => ({ default: (await import('./components/past-dashboard.tsx')).PastDashboard }));
const PastDetails = lazy(async () => ({ default: (await import('./components/past-details.tsx')).PastDetails }));

const momentOf = ({ at, position }: Moment): Moment => ({
  ...(at !== undefined && { at }),
  ...(position !== undefined && { position }),
});

/** The time of an instant, with its date unless that is the day shown. */
const whenAt = (instant: string, day: string | undefined, zone: string): string =>
  dayOf(instant, zone) === day ? timeAtClinic(instant, zone) : instantAtClinic(instant, zone, true);

interface ReplayState {
  address: ReplayAddress;
  /** The state at the shown moment; undefined until the first response. */
  asOf: AsOf | undefined;
  /** The other moment, as in '9 of 88 differ now'. */
  when: string;
}

const waiting = <RowsSkeleton rows={5} height={64} columns={4} />;

/** A screen as of the moment, and of the one to compare with. */
function PastScreen<Name extends PastName>(props: {
  name: Name;
  shown: ReplayState;
  /** The clinic day of the moment, if the address contains it. */
  day: string | undefined;
  /** The request's fields besides moment and doctor. */
  more?: Partial<RequestInputOf<Name>>;
  children(body: ResponseOf<Name>, comparison: Comparison<ResponseOf<Name>> | undefined): ReactNode;
}) {
  const { name, shown, day, more, children } = props;
  const { address, asOf, when } = shown;
  const { pocId, comparedWith } = address;
  const own = { ...(pocId !== undefined && { pocId }), ...more };
  // Casts are safe: each of these calls takes a moment and a doctor.
  const query = usePast(name, { ...momentOf(address), ...own } as RequestInputOf<Name>, day);
  const otherQuery = useOther(name, { ...otherMoment(asOf?.instant, comparedWith), ...own } as RequestInputOf<Name>, {
    past: query,
    when,
    enabled: comparedWith !== undefined && asOf !== undefined,
  });
  return (
    <ListState query={query} skeleton={waiting} failed={{ title: text.failed }}>
      {(body) => children(body, otherQuery)}
    </ListState>
  );
}

function Screen({ day, onOwnDay, ...state }: ReplayState & { day: string | undefined; onOwnDay(): void }) {
  const { screen, pocId, listed, marked } = state.address;
  const isOfDoctor = pocId !== undefined;
  const own = { shown: state, day };
  switch (screen) {
    case 'board':
      return (
        <PastScreen name="getBoardAsOf" {...own}>
          {({ cards, around, asOf }, comparison) => (
            <Stack
              gap={1.5}
              sx={{ alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' } }}
            >
              <PastBoard
                cards={cards}
                comparison={comparison}
                changed={around.find(({ position }) => position === asOf.position)?.appointmentId ?? null}
                withDoctor={!isOfDoctor}
              />
              <NearbyEntries entries={around} asOf={asOf} />
            </Stack>
          )}
        </PastScreen>
      );
    case 'dashboard':
      return (
        <PastScreen name="getDashboardAsOf" {...own}>
          {(dashboard, comparison) => (
            <PastDashboard dashboard={dashboard} comparison={comparison} isOfDoctor={isOfDoctor} />
          )}
        </PastScreen>
      );
    case 'details':
      return (
        <PastScreen
          name="listAppointmentsAsOf"
          shown={state}
          day={listed ?? day}
          more={listed === undefined ? {} : { date: listed }}
        >
          {({ asOf, appointments }, comparison) => (
            <PastDetails
              date={listed ?? asOf.date}
              appointments={appointments}
              comparison={comparison}
              withDoctor={!isOfDoctor}
              marked={marked}
              onOwnDay={listed === undefined || listed === asOf.date ? undefined : onOwnDay}
            />
          )}
        </PastScreen>
      );
    case 'slots':
      return isOfDoctor ? (
        <PastScreen name="getAvailabilityAsOf" {...own}>
          {(availability, comparison) => <PastSlots availability={availability} comparison={comparison} />}
        </PastScreen>
      ) : (
        <Notice icon="stethoscope" title={text.chooseDoctor} />
      );
    default:
      return unreachable(screen);
  }
}

/**
 * Replay (/audit/replay): the board, the dashboard, the slots and the details as of any moment; nothing can be changed.
 */
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
  const { screen, pocId, comparedWith, otherAt } = address;
  const board = usePast('getBoardAsOf', { ...momentOf(address), ...(pocId !== undefined && { pocId }) }, dayOfAddress);
  const asOf = board.data?.asOf;
  const day = dayOfAddress ?? asOf?.date;
  const shownAt = board.isPlaceholderData || board.isFetching ? undefined : asOf?.instant;
  const steps = useSteps({ day, pocId, moment: momentOf(address), shownAt, go });

  const pinnedMark = steps.marks.find(({ position }) => position === comparedWith);
  const otherInstant = otherAt ?? pinnedMark?.recordedAt;
  const when =
    comparedWith === 'now' ? text.now : otherInstant ? text.at(whenAt(otherInstant, day, zone)) : text.atOther;

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
            <DoctorFilter label={text.doctor} placeholder={text.allDoctors} value={pocId ?? ''} onChange={setDoctor} />
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
                variant={comparedWith === 'now' ? 'contained' : 'outlined'}
                aria-pressed={comparedWith === 'now'}
                onClick={() => setOther(comparedWith === 'now' ? undefined : 'now')}
                sx={{ px: 1.5 }}
              >
                {text.compareNow}
              </Button>
              {comparedWith === undefined || comparedWith === 'now' ? (
                <Button
                  variant="text"
                  sx={{ px: 1 }}
                  disabled={!asOf}
                  onClick={() => setOther(asOf?.position, asOf?.instant)}
                >
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
        <Suspense fallback={waiting}>
          <Screen key={screen} day={dayOfAddress} onOwnDay={listOwnDay} {...{ address, asOf, when }} />
        </Suspense>
      </Box>
    </>
  );
}
