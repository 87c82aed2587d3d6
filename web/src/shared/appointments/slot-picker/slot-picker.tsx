import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { ChoiceError, focusField } from '../../../ui/fields/conditional-field.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { useHandledKeys } from '../../actions/actions.ts';
import { callTable } from '../../api/call-table.ts';
import { useCall } from '../../api/hooks.ts';
import { DatesField } from './dates-field.tsx';
import { slotPickerText as text } from './text.ts';
import { dateChoices, type LostTime } from './times.ts';
import { TimesField } from './times-field.tsx';
import { type ChosenSlot, useLostTime } from './use-lost-time.ts';

const handledKeys = () => [
  { key: text.keys.arrows, name: text.keys.arrowsHint },
  { key: text.keys.pageDown, name: text.laterDates },
  { key: text.keys.pageUp, name: text.earlierDates },
];

/** Initially the first available date is focused, unless a lost time's banner has to be read first. */
function useFirstFocus(lostTime: LostTime | null, date: string, isLoaded: boolean): void {
  const isDone = useRef(lostTime !== null);
  useEffect(() => {
    if (isDone.current || !isLoaded) return;
    isDone.current = true;
    focusField(date === '' ? 'date' : 'time');
  }, [isLoaded, date]);
}

/** Chooses a doctor's date and time, with free capacity updated live. */
export function SlotPicker(props: {
  slot: ChosenSlot;
  errors: Partial<Record<'date' | 'time', string>>;
  /** The chosen time, if somebody else booked it first. */
  lost: LostTime | null;
  isSending: boolean;
  /** False while the kind of visit is being looked up. */
  isReady?: boolean;
  /** Shown above times with separate capacity for first and follow-up visits. */
  visitLine?: ReactNode;
  onChange(slot: { date?: string; time: string }): void;
  onLost(lostTime: LostTime): void;
}) {
  const { slot, errors, lost, isSending, isReady = true, visitLine, onChange, onLost } = props;
  const { pocId, departmentId, visit, patientClass, date } = slot;
  const dates = useCall(
    'listDatesWithAvailability',
    { pocId, departmentId, visit, patientClass },
    { enabled: isReady, keepsPrevious: true },
  );
  const timeErrorId = useId();
  const byEnter = useRef(false);
  useHandledKeys(handledKeys());
  useFirstFocus(lost, date, dates.data !== undefined);
  useLostTime(slot, { isSending, isReady }, onLost);
  return (
    <Stack gap={2}>
      <ListState
        query={dates}
        skeleton={<CardsSkeleton cards={7} height={76} minWidth={84} />}
        failed={{ title: callTable.listDatesWithAvailability.failure ?? '' }}
        count={(found) => found.length}
        empty={{ title: text.noDates, hint: text.noDatesHint }}
      >
        {(found) => (
          <DatesField
            days={dateChoices(found).map((day, index) => ({ ...day, overbook: found[index]?.overbook === true }))}
            date={date}
            error={errors.date}
            byEnter={byEnter}
            onDate={(newDate) => onChange({ date: newDate, time: '' })}
          />
        )}
      </ListState>
      {date === '' || !isReady ? (
        // The error of a missing time, if there are no times below which to show it.
        <ChoiceError id={timeErrorId}>{errors.time}</ChoiceError>
      ) : (
        <TimesField
          key={`${pocId} ${date}`}
          slot={slot}
          error={errors.time}
          lost={lost}
          takesFocus={byEnter}
          visitLine={visitLine}
          onTime={(time) => onChange({ time })}
        />
      )}
    </Stack>
  );
}
