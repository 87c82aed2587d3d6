import { longestReason } from '@dayline/contracts/fields/longest';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { showToast } from '../../../shared/actions/toast.ts';
import type { CalendarDay } from '../../../shared/appointments/calendar-grid.tsx';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Banner, LoadFailed, Problem } from '../../../ui/feedback/banner.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import type { useBookings } from '../api/queries.ts';
import { type BlockOutcome, useBlocking } from '../api/use-blocking.ts';
import { useUnblocking } from '../api/use-unblocking.ts';
import { amountWords, type Booking, blockSentence, type Choice, commandsOf, namesOf, refusalOf } from '../rules.ts';
import { type Side, sideText, availabilityText as text } from '../text.ts';
import { CalendarCard } from './calendar-card.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { ChoiceFoot } from './choice-foot.tsx';
import { Hits } from './hits.tsx';
import { Slots } from './slots.tsx';
import { noChoice, useChoice } from './use-choice.ts';
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
  const [refusal, setRefusal] = useState<string>();
  const [outcome, setOutcome] = useState<BlockOutcome>();
  const { draft } = state;

  const { dates, leftOut, times, slots, choice, hits, openOn } = usePlan({ pocId, zone, days, draft, bookings });
  const missing = refusalOf(pocId, choice, side) ?? tooLong(draft.reason, longestReason);

  const update = async () => {
    setRefusal(missing);
    if (missing !== undefined) return;
    if (!(await askToBlock(choice, hits))) return;
    setOutcome(undefined);
    const result = await block(commandsOf(pocId, choice, draft.reason, openOn));
    setOutcome(result);
    if (result.failed.length > 0) {
      state.replaceSent(draft, { dates: result.failed.map(({ date }) => date), passedOver: [] });
      return;
    }
    state.replaceSent(draft, noChoice);
    const stay = result.stay.length === 0 ? '' : ` · ${text.keep(result.stay.length)}`;
    if (result.message) showToast({ message: result.message, detail: amountWords(choice) + stay });
  };

  const chooseDates: typeof state.chooseDates = (...chosen) => {
    setRefusal(undefined);
    setOutcome(undefined);
    state.chooseDates(...chosen);
  };
  const several = dates.length > 1;
  const hitWords = hits && hits.length > 0 ? ` ${text.keepSentence(hits.length)}` : '';
  const lacksSlots = draft.mode === 'partial' && choice.times.length === 0;
  return (
    <Stack
      gap={{ xs: 1.5, md: 2 }}
      sx={{
        gridTemplateColumns: { xs: '100%', md: 'minmax(0, 1fr) minmax(0, 1fr)', lg: '596px minmax(0, 1fr)' },
        alignItems: 'start',
        pb: { xs: 9, md: 0 },
      }}
    >
      <CalendarCard
        days={days}
        today={today}
        selected={dates}
        onSelect={chooseDates}
        onBlocked={(date) => void unblockDate(date)}
      />
      <ChoiceCard
        choice={state}
        dates={dates}
        hits={hits}
        hitsFailed={bookings.isError ? <LoadFailed onRetry={bookings.refetch}>{text.bookingsFailed}</LoadFailed> : null}
        notices={
          <>
            {outcome && outcome.failed.length > 0 ? <Failed outcome={outcome} /> : null}
            {outcome && outcome.stay.length > 0 ? <Hits hits={outcome.stay} lead={text.blockedLead} /> : null}
            {leftOut.length > 0 && dates.length > 0 ? (
              <Banner tone="blocked" icon="blocked">
                {text.leftOut(leftOut.map(shortWeekdayAndDate))}
              </Banner>
            ) : null}
          </>
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
          <ChoiceFoot
            // Without a slot the doctor's button is disabled (section 5), so the sentence is shown beside it at once.
            refusal={side === 'doctor' && dates.length > 0 ? missing : refusal && missing}
            summary={missing === undefined ? amountWords(choice) : ''}
            more={
              missing === undefined
                ? ` ${text.takeNone((choice.mode === 'full' ? choice.dates : choice.times).length)}${hitWords}`
                : ''
            }
            isEmpty={dates.length === 0}
            disabled={side === 'doctor' && dates.length > 0 && lacksSlots}
            busy={isSending}
            onUpdate={() => void update()}
          />
        }
      />
    </Stack>
  );
}

/** The confirmation: what is blocked, and whose bookings stay. */
const askToBlock = (choice: Choice, hits: readonly Booking[] | undefined): Promise<boolean> =>
  confirm({
    title: text.blockQuestion(amountWords(choice)),
    message: (
      <Box sx={{ display: 'grid', gap: 1 }}>
        <span>{blockSentence(choice)}</span>
        {hits && hits.length > 0 ? (
          <span>
            <b>{text.keep(hits.length)}:</b> {text.keepNames(namesOf(hits))}
          </span>
        ) : null}
      </Box>
    ),
    actionLabel: actionLabel(choice),
  });

/** Failed dates stay selected, with the reason. */
function Failed({ outcome: { done, failed } }: { outcome: BlockOutcome }) {
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
