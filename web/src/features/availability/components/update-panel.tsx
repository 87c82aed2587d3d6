import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { AfterBlock, isOneStretch } from '../../../shared/appointments/leave/after-block.tsx';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { callsPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Banner, LoadFailed, Problem } from '../../../ui/feedback/banner.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import type { useBookings } from '../api/queries.ts';
import { type BlockOutcome, useBlocking } from '../api/use-blocking.ts';
import type { HoursReply } from '../api/use-day-hours.ts';
import { useUnblocking } from '../api/use-unblocking.ts';
import { amountWords, type Booking, blockSentence, type Choice, commandsOf, namesOf, refusalOf } from '../rules.ts';
import { type Side, sideText, availabilityText as text } from '../text.ts';
import { AffectedBookings } from './affected-bookings.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { ChoiceFoot } from './choice-foot.tsx';
import type { CalendarDay } from './day-button.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { OwnHours } from './own-hours.tsx';
import { Slots } from './slots.tsx';
import { type ChoiceState, noChoice, useChoice } from './use-choice.ts';
import { usePlan } from './use-plan.ts';

interface UpdatePanelProps {
  side: Side;
  pocId: string;
  zone: string;
  today: string;
  days: readonly CalendarDay[];
  bookings: ReturnType<typeof useBookings>;
}

const actionLabel = ({ mode, dates, times }: Choice): string => {
  if (mode === 'partial') return text.blockSlots(times.length);
  return dates.length === 1 ? text.blockDate : text.blockDates(dates.length);
};

/**
 * Selects dates and slots, lists the bookings that a block affects, asks for confirmation, and sends one command per
 * date.
 */
export function UpdatePanel({ side, pocId, zone, today, days, bookings }: UpdatePanelProps) {
  const state = useChoice(pocId);
  const { block, isSending } = useBlocking(pocId);
  const { unblockDate, unblockTime } = useUnblocking(pocId);
  const { refusal, setRefusal, outcome, setOutcome, chooseDates, hoursChanged } = useOutcome(state);
  const { draft } = state;

  const plan = usePlan({ pocId, zone, days, draft, bookings });
  const { mode, only, dates, leftOut: skippedDates, times, slots, choice, hits: affectedBookings, openOn } = plan;
  const missing = refusalOf(pocId, choice, side) ?? tooLong(draft.reason, maxReasonLength);

  const update = async () => {
    setRefusal(missing);
    if (missing !== undefined) return;
    if (!(await confirmBlock(choice, affectedBookings))) return;
    setOutcome(undefined);
    const result = await block(commandsOf(pocId, choice, draft.reason, openOn));
    setOutcome(result);
    if (result.failed.length > 0) {
      state.replaceSent(draft, { dates: result.failed.map(({ date }) => date), skippedDates: [] });
      return;
    }
    state.replaceSent(draft, noChoice);
    showDone(result, { message: result.message ?? '', detail: detailOf(choice, result) });
  };

  const several = dates.length > 1;
  return (
    <Cards>
      <CalendarCard
        days={days}
        today={today}
        selected={dates}
        onSelect={chooseDates}
        onBlocked={(date) => void unblockDate(date)}
      />
      <ChoiceCard
        choice={state}
        mode={mode}
        canBlock={only?.state !== 'none'}
        hasDates={days.some(({ state }) => state !== 'passed' && state !== 'none' && state !== 'later')}
        dates={dates}
        affectedBookings={affectedBookings}
        affectedError={
          bookings.isError ? <LoadFailed onRetry={bookings.refetch}>{text.bookingsFailed}</LoadFailed> : null
        }
        notices={
          <Notices outcome={outcome} pocId={pocId} skippedDates={dates.length > 0 ? skippedDates : []}>
            {only !== undefined && dates.length > 0 ? (
              <OwnHours key={only.date} pocId={pocId} date={only.date} onDone={hoursChanged} />
            ) : null}
          </Notices>
        }
        hours={
          only === undefined ? null : (
            <HoursPanel
              key={only.date}
              pocId={pocId}
              date={only.date}
              isBlocked={only.state === 'blocked'}
              choice={state}
              bookings={bookings.bookings}
              timesFailed={sideText[side].timesFailed}
              onUnblock={unblockDate}
              onDone={hoursChanged}
            />
          )
        }
        slots={
          <Slots
            times={times}
            slots={slots}
            selected={choice.times}
            several={several}
            failedTitle={sideText[side].timesFailed}
            onToggle={(time) => {
              setRefusal(undefined);
              state.toggleTime(time);
            }}
            onBlocked={(time) => void unblockTime(dates[0] ?? '', time)}
          />
        }
        foot={
          <PanelFooter
            side={side}
            choice={choice}
            missing={missing}
            refusal={refusal}
            affectedBookings={affectedBookings}
            busy={isSending}
            onUpdate={() => void update()}
          />
        }
      />
    </Cards>
  );
}

/** The confirmation: what is blocked, and whose bookings stay. */
const confirmBlock = (choice: Choice, affectedBookings: readonly Booking[] | undefined): Promise<boolean> =>
  confirm({
    title: text.blockQuestion(amountWords(choice)),
    message: (
      <Box sx={{ display: 'grid', gap: 1 }}>
        <span>{blockSentence(choice)}</span>
        {affectedBookings && affectedBookings.length > 0 ? (
          <span>
            <b>{text.keep(affectedBookings.length)}:</b> {text.keepNames(namesOf(affectedBookings))}
          </span>
        ) : null}
      </Box>
    ),
    actionLabel: actionLabel(choice),
  });

/** The toast's detail: blocked dates, dates blocked before, and the number of kept bookings. */
function detailOf(choice: Choice, { unchanged, keptBookings }: BlockOutcome): string {
  const dates = choice.dates.filter((date) => !unchanged.includes(date));
  const words = [
    dates.length > 0 && amountWords({ ...choice, dates }),
    unchanged.length > 0 && text.alreadyBlocked(unchanged.length),
    keptBookings.length > 0 && text.keep(keptBookings.length),
  ];
  return words.filter(Boolean).join(' · ');
}

/** Failed dates stay selected, with the reason. */
function BlockFailure({ outcome: { done, failed } }: { outcome: BlockOutcome }) {
  return (
    <Problem>
      {done.length > 0 ? text.done(done.map(shortWeekdayAndDate)) : null}
      <PlainList>
        {failed.map(({ date, reason }) => (
          <li key={date}>
            <b>{shortWeekdayAndDate(date)}:</b> {reason}
          </li>
        ))}
      </PlainList>
    </Problem>
  );
}

/** The block's outcome, and the blocked dates that it skips. */
function Notices(props: {
  outcome: BlockOutcome | undefined;
  pocId: string;
  skippedDates: readonly string[];
  children: ReactNode;
}) {
  const { outcome, pocId, skippedDates, children } = props;
  // Doctors don't call patients.
  const dates = [...new Set(outcome?.keptBookings.map(({ date }) => date))];
  const isDesk = useIdentity().role === 'admin';
  const isLeave = outcome?.wholeDays === true && isOneStretch(dates);
  return (
    <>
      {outcome && outcome.failed.length > 0 ? <BlockFailure outcome={outcome} /> : null}
      {outcome && outcome.keptBookings.length > 0 ? (
        <AffectedBookings
          bookings={outcome.keptBookings}
          lead={outcome.lead ?? text.blockedLead}
          calls={isDesk && !isLeave ? callsPath(pocId, dates) : undefined}
        >
          {isDesk && isLeave ? <AfterBlock pocId={pocId} dates={dates} count={outcome.keptBookings.length} /> : null}
        </AffectedBookings>
      ) : null}
      {children}
      {skippedDates.length > 0 ? (
        <Banner tone="blocked" icon="blocked">
          {text.leftOut(skippedDates.map(shortWeekdayAndDate))}
        </Banner>
      ) : null}
    </>
  );
}

function PanelFooter(props: {
  side: Side;
  choice: Choice;
  missing: string | undefined;
  refusal: string | undefined;
  affectedBookings: readonly Booking[] | undefined;
  busy: boolean;
  onUpdate(): void;
}) {
  const { side, choice, missing, refusal, affectedBookings, busy, onUpdate } = props;
  const { dates, mode, times } = choice;
  const hitWords =
    affectedBookings && affectedBookings.length > 0 ? ` ${text.keepSentence(affectedBookings.length)}` : '';
  const isDoctors = side === 'doctor' && dates.length > 0;
  return (
    <ChoiceFoot
      // Without a slot the doctor's button is disabled (section 5), so the message is shown at once.
      refusal={isDoctors ? missing : refusal && missing}
      summary={missing === undefined ? amountWords(choice) : ''}
      more={missing === undefined ? ` ${text.takeNone((mode === 'full' ? dates : times).length)}${hitWords}` : ''}
      isEmpty={dates.length === 0}
      disabled={isDoctors && mode === 'partial' && times.length === 0}
      busy={busy}
      onUpdate={onUpdate}
    />
  );
}

/** The outcome of the last attempt, until other dates are chosen. */
function useOutcome(state: ChoiceState) {
  const [refusal, setRefusal] = useState<string>();
  const [outcome, setOutcome] = useState<BlockOutcome>();
  const chooseDates: ChoiceState['chooseDates'] = (...dateArguments) => {
    setRefusal(undefined);
    setOutcome(undefined);
    state.chooseDates(...dateArguments);
  };
  const hoursChanged = (reply: HoursReply) => {
    setOutcome({
      ...reply,
      done: [],
      failed: [],
      unchanged: [],
      wholeDays: false,
      position: null,
      lead: text.hoursLead,
    });
    state.replaceSent(state.draft, noChoice);
  };
  return { refusal, setRefusal, outcome, setOutcome, chooseDates, hoursChanged };
}

const Cards = ({ children }: { children: ReactNode }) => (
  <Stack
    gap={{ xs: 1.5, md: 2 }}
    sx={{
      gridTemplateColumns: { xs: '100%', md: 'minmax(0, 1fr) minmax(0, 1fr)', lg: '596px minmax(0, 1fr)' },
      alignItems: 'start',
      pb: { xs: 9, md: 0 },
    }}
  >
    {children}
  </Stack>
);
