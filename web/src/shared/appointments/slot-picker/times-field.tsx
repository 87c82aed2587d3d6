import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { AskedField, ChoiceError, focusField } from '../../../ui/fields/asked-field.tsx';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { callTable } from '../../api/call-table.ts';
import { serverNow } from '../../clock.ts';
import { clockTime, weekdayAndDate } from '../../format/time.ts';
import { useIdentity } from '../../session/session-store.ts';
import { type TimeChoice, TimeSlotGrid } from '../time-slot-grid.tsx';
import { slotPickerText as text } from './text.ts';
import { type LostTime, shownTimes, timeChoices } from './times.ts';
import { type ChosenSlot, useTimes } from './use-lost-time.ts';

/** When somebody else takes the focused time, the focus moves to another one. */
function useFocusAfterLoss(lost: LostTime | null): void {
  const before = useRef(lost);
  useEffect(() => {
    const isNew = lost !== null && lost !== before.current;
    before.current = lost;
    if (isNew && document.activeElement?.matches('body, :disabled')) focusField('time');
  }, [lost]);
}

/** The available times, by part of the day, and the first free one as one click. */
function TimesOfDay(props: {
  choices: readonly TimeChoice[];
  date: string;
  time: string;
  describedBy: string | undefined;
  onChoose(time: string): void;
}) {
  const { choices, date, time, describedBy, onChoose } = props;
  const first = choices.find((choice) => choice.state === 'free');
  const shown = shownTimes(choices, time);
  return (
    <>
      <Inline gap={1} sx={{ minHeight: 32, mb: '6px' }}>
        <Typography variant="caption" component="div" sx={{ fontWeight: 600 }}>
          {text.timeOn(weekdayAndDate(date))}
        </Typography>
        {first && first.time !== time ? (
          <Button variant="text" size="small" sx={{ ml: 'auto' }} onClick={() => onChoose(first.time)}>
            {text.firstFree(clockTime(first.time))}
          </Button>
        ) : null}
      </Inline>
      {shown.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>{text.noTimes}</Typography> : null}
      <Box aria-describedby={describedBy}>
        <TimeSlotGrid
          label={text.timeOn(weekdayAndDate(date))}
          slots={shown}
          selected={time === '' ? [] : [time]}
          onToggle={onChoose}
        />
      </Box>
    </>
  );
}

/** The times of the chosen date. `takesFocus`: the focus moves to them once they are loaded. */
export function TimesField(props: {
  slot: ChosenSlot;
  error: string | undefined;
  lost: LostTime | null;
  takesFocus: RefObject<boolean>;
  onTime(time: string): void;
}) {
  const { slot, error, lost, takesFocus, onTime } = props;
  const { pocId, date, time } = slot;
  const { zone } = useIdentity();
  const slots = useTimes(pocId, date);
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
        <AskedField name="time">
          <TimesOfDay
            choices={timeChoices(found, date, clinicNow(serverNow(), zone))}
            date={date}
            time={time}
            describedBy={error === undefined ? undefined : errorId}
            onChoose={onTime}
          />
          <ChoiceError id={errorId}>{error}</ChoiceError>
        </AskedField>
      )}
    </ListState>
  );
}
