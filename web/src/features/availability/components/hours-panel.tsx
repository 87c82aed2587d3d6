import { type Interval, slotsOf } from '@dayline/contracts/clinic/schedule';
import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import {
  type DraftInterval,
  draftOf,
  faultsOfDay,
  intervalOf,
  nextInterval,
  overlapsOfDay,
  rangeOf,
  sumOf,
} from '../../../shared/hours/interval.ts';
import { IntervalList } from '../../../shared/hours/interval-list.tsx';
import { refusedHours } from '../../../shared/hours/refused-hours.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { type HoursOfDate, type HoursReply, useDayHours, useHoursOf } from '../api/use-day-hours.ts';
import { type Booking, inOrder } from '../rules.ts';
import { availabilityText as text } from '../text.ts';
import { AffectedBookings } from './affected-bookings.tsx';
import { ChoiceFoot } from './choice-foot.tsx';
import type { ChoiceState, DraftHours } from './use-choice.ts';

interface HoursPanelProps {
  pocId: string;
  date: string;
  isBlocked: boolean;
  choice: ChoiceState;
  bookings: readonly Booking[] | undefined;
  timesFailed: string;
  onUnblock(date: string): Promise<void>;
  onDone(reply: HoursReply): void;
}

/** The hours of one date, in place of the weekly hours. */
export function HoursPanel(props: HoursPanelProps) {
  return (
    <ListState
      query={useHoursOf(props.pocId, props.date)}
      skeleton={<CardsSkeleton cards={1} height={240} minWidth={200} />}
      failed={{ title: props.timesFailed }}
    >
      {(hours) => <Editor {...props} hours={hours} />}
    </ListState>
  );
}

function Editor({ hours, ...props }: HoursPanelProps & { hours: HoursOfDate }) {
  const { pocId, date, choice, bookings } = props;
  const { send, isSending, failure, dropFailure } = useDayHours(pocId, date, props.onDone);
  const [isTried, setTried] = useState(false);
  const draft = choice.draft.hours ?? savedHours(hours);
  const { intervals, reason } = draft;

  const overlaps = overlapsOfDay(intervals);
  const { fields = [], sent = [] } = failure ?? {};
  const refusedFaults = refusedHours(fields, [{ timeIntervals: sent }], () => intervals);
  const change = (part: Partial<DraftHours>) => {
    if (refusedFaults.length > 0) dropFailure();
    choice.change({ mode: 'hours', hours: { ...draft, ...part } });
  };
  const faults = [...(isTried ? faultsOfDay(intervals) : []), ...overlaps, ...refusedFaults];
  const whole = intervals.flatMap((interval) => intervalOf(interval) ?? []);
  const outside = bookings && outsideOf(bookings, whole, date);
  const day = shortWeekdayAndDate(date);
  const isBlocked = props.isBlocked || failure?.isBlocked === true;

  const missing = (): string | undefined => {
    if (intervals.length === 0) return text.noInterval;
    return [...faultsOfDay(intervals), ...overlaps][0]?.message ?? tooLong(reason, maxReasonLength);
  };
  const refusal = isTried ? missing() : undefined;
  const update = async () => {
    setTried(true);
    if (missing() === undefined && (await mayOpen(hours, whole, day)))
      // By now, changes made in the meantime are shown above.
      await send({ intervals: whole, reason: reason.trim() }, failure?.isChanged ? seenOf(hours) : draft.seen);
  };
  const unblock = async () => {
    await props.onUnblock(date);
    dropFailure();
  };
  const { slots, places } = sumOf(whole);
  return (
    <>
      <Stack gap={2} sx={{ mt: 2 }}>
        <IntervalList
          intervals={intervals}
          places={hours.places}
          faults={faults}
          onAdd={() => change({ intervals: [...intervals, nextInterval(intervals, `new-${Date.now()}`)] })}
          onChange={(id, fields) =>
            change({
              intervals: intervals.map((interval) => (interval.id === id ? { ...interval, ...fields } : interval)),
            })
          }
          onRemove={(intervalId) => change({ intervals: intervals.filter(({ id }) => id !== intervalId) })}
        />
        <TextField
          label={text.reason}
          optional
          multiline
          rows={2}
          maxLength={maxReasonLength}
          placeholder={text.hoursReasonHint}
          value={reason}
          onChange={(input) => change({ reason: input })}
        />
        {outside && outside.length > 0 ? <AffectedBookings bookings={outside} /> : null}
        {outside?.length === 0 ? (
          <Banner tone="visited" icon="check">
            {text.nobodyOutside}
          </Banner>
        ) : null}
        {isBlocked ? (
          <Problem
            aside={
              <Button variant="outlined" size="small" onClick={() => void unblock()}>
                {text.unblock}
              </Button>
            }
          >
            {text.dayBlocked}
          </Problem>
        ) : failure && refusedFaults.length === 0 ? (
          <Problem>{failure.message}</Problem>
        ) : null}
      </Stack>
      <ChoiceFoot
        summary={refusal === undefined ? text.takesPlaces(slots, places) : ''}
        more={refusal === undefined ? text.onDate(day) : ''}
        refusal={refusal}
        isEmpty={false}
        disabled={false}
        busy={isSending}
        onUpdate={() => void update()}
      />
    </>
  );
}

const seenOf = ({ own }: HoursOfDate) => own && [...own.intervals];

/** The fields' initial values: the hours in force on the date, or else a default. */
function savedHours(hours: HoursOfDate): DraftHours {
  const { own, ofWeek, usual } = hours;
  const shownHours = seenOf(hours);
  const inForce = own?.intervals ?? (ofWeek.length > 0 ? ofWeek : usual ? [usual] : []);
  // A single date has no weekly pattern.
  const intervals: DraftInterval[] = inForce.map(({ weeks: _, every: __, ...interval }, index) =>
    draftOf(interval, `saved-${index}`),
  );
  return {
    intervals: intervals.length > 0 ? intervals : [nextInterval([], 'first')],
    reason: own?.reason ?? '',
    seen: shownHours,
  };
}

/** The date's bookings that have no slot in the hours. */
function outsideOf(bookings: readonly Booking[], intervals: readonly Interval[], date: string): Booking[] {
  const slots = slotsOf(intervals);
  const isInside = ({ time, minutes }: Booking) =>
    slots.some((slot) => slot.time === time && slot.minutes === (minutes ?? slot.minutes));
  return bookings.filter((booking) => booking.date === date && !isInside(booking)).sort(inOrder);
}

/** Asks for confirmation if the hospital is closed during some of the hours. */
async function mayOpen({ hospital }: HoursOfDate, intervals: readonly Interval[], day: string): Promise<boolean> {
  if (!hospital) return true;
  const { name, open } = hospital;
  const isOpen = ({ startTime, endTime }: Interval) => open.some(({ from, to }) => from <= startTime && endTime <= to);
  if (intervals.every(isOpen)) return true;
  const hours = open.map(({ from, to }) => rangeOf({ startTime: from, endTime: to }));
  return confirm({
    title: text.closedQuestion(day),
    message: open.length === 0 ? text.hospitalClosed(name) : text.hospitalOpen(name, hours),
    actionLabel: text.setHours,
  });
}
