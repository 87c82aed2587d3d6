import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { ChoiceError, ConditionalField, focusField } from '../../../ui/fields/conditional-field.tsx';
import { Inline, Stack } from '../../../ui/layout/boxes.tsx';
import { callTable } from '../../api/call-table.ts';
import { clockTime, weekdayAndDate } from '../../format/time.ts';
import { useClinicNow } from '../../format/use-clinic-now.ts';
import { useIdentity } from '../../session/session-store.ts';
import { TimeSlotGrid } from '../time-slot-grid.tsx';
import { SessionCard } from './session-card.tsx';
import { sessionsOf } from './sessions.ts';
import { slotPickerText as text } from './text.ts';
import { type LostTime, shownTimes, type Time, timeChoices } from './times.ts';
import { type ChosenSlot, useTimes } from './use-lost-time.ts';

/** When somebody else takes the focused time, the focus moves to another one. */
function useFocusAfterLoss(lostTime: LostTime | null): void {
  const before = useRef(lostTime);
  useEffect(() => {
    const isNew = lostTime !== null && lostTime !== before.current;
    before.current = lostTime;
    if (isNew && document.activeElement?.matches('body, :disabled')) focusField('time');
  }, [lostTime]);
}

/** The available times, by part of the day or by session, with one click for the first free one. */
function TimesOfDay(props: {
  times: readonly Time[];
  slot: ChosenSlot;
  own: string | undefined;
  describedBy: string | undefined;
  onChoose(time: string): void;
}) {
  const { times, slot, own, describedBy, onChoose } = props;
  const { date, time, visit } = slot;
  const choices = timeChoices(times, date, useClinicNow(useIdentity().zone), own);
  const sessions = sessionsOf(times, choices);
  const first = choices.find((choice) => choice.state === 'free');
  const visibleTimes = shownTimes(choices, time);
  const day = weekdayAndDate(date);
  return (
    <>
      <Inline gap={1} wrap sx={{ minHeight: 32, mb: '6px' }}>
        <Typography variant="caption" component="div" sx={{ fontWeight: 600 }}>
          {sessions.length > 0 ? text.sessionsOn(day) : text.timeOn(day)}
        </Typography>
        {first && first.time !== time && own === undefined ? (
          <Button variant="text" size="small" sx={{ ml: 'auto' }} onClick={() => onChoose(first.time)}>
            {text.firstFree(clockTime(first.time))}
          </Button>
        ) : null}
      </Inline>
      {visibleTimes.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>{text.noTimes}</Typography> : null}
      <Stack gap={1} aria-describedby={describedBy}>
        {sessions.length === 0 ? (
          <TimeSlotGrid
            label={text.timeOn(day)}
            slots={visibleTimes}
            selected={time === '' ? [] : [time]}
            onToggle={onChoose}
          />
        ) : (
          sessions.map((session) => (
            <SessionCard
              key={session.from}
              session={session}
              date={date}
              visit={visit}
              time={time}
              onChoose={onChoose}
            />
          ))
        )}
      </Stack>
    </>
  );
}

/** The times of the chosen date. `takesFocus`: the focus moves to them once they are loaded. */
export function TimesField(props: {
  slot: ChosenSlot;
  error: string | undefined;
  lost: LostTime | null;
  takesFocus: RefObject<boolean>;
  /** Shown above times with separate capacity for first and follow-up visits. */
  visitLine?: ReactNode;
  /** The time of the visit to be moved. */
  own?: string;
  onTime(time: string): void;
}) {
  const { slot, error, lost, takesFocus, visitLine, own, onTime } = props;
  const slots = useTimes(slot, { keepsPrevious: true });
  const errorId = useId();

  // A date chosen with Enter moves the focus to its times; a click doesn't.
  const arrived = slots.data !== undefined;
  useEffect(() => {
    if (!arrived || !takesFocus.current) return;
    takesFocus.current = false;
    focusField('time');
  }, [arrived, takesFocus]);

  useFocusAfterLoss(lost);

  return (
    <ListState
      query={slots}
      skeleton={<CardsSkeleton cards={12} height={40} minWidth={132} />}
      failed={{ title: callTable.listTimesWithAvailability.failure ?? '' }}
      count={(found) => found.length}
      filtered={false}
      empty={{ title: text.noTimes, icon: 'clock' }}
      noMatch={{ title: text.noTimes }}
    >
      {(found) => (
        // The previous date's times stay until those of the new one are loaded, and can't be chosen for it.
        <Stack key={slots.isPlaceholderData ? '' : slot.date} gap={1.5} inert={slots.isPlaceholderData}>
          {found.some(({ lists, asksVisit }) => asksVisit || lists?.first || lists?.again) ? visitLine : null}
          <ConditionalField name="time">
            <TimesOfDay
              times={found}
              slot={slot}
              own={own}
              describedBy={error === undefined ? undefined : errorId}
              onChoose={onTime}
            />
            <ChoiceError id={errorId}>{error}</ChoiceError>
          </ConditionalField>
        </Stack>
      )}
    </ListState>
  );
}
