import Box from '@mui/material/Box';
import { useEffect, useId, useRef } from 'react';
import { useHandledKeys } from '../../../shared/actions/actions.ts';
import { callTable } from '../../../shared/api/call-table.ts';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { useDates } from '../api/queries.ts';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';
import { dateChoices } from '../times.ts';
import { ChoiceError, focusField } from './asked-field.tsx';
import { DatesField } from './dates-field.tsx';
import { LostTimeBanner } from './lost-time-banner.tsx';
import { TimesField } from './times-field.tsx';

const timingKeys = () => [
  { key: text.keys.arrows, name: text.keys.arrowsHint },
  { key: text.keys.pageDown, name: text.laterDates },
  { key: text.keys.pageUp, name: text.earlierDates },
];

/** When the step opens, the first available date is focused, unless a lost time's banner has to be read first. */
function useFirstFocus({ lost, fields }: Booking['draft'], isLoaded: boolean): void {
  const isDone = useRef(lost !== null);
  useEffect(() => {
    if (isDone.current || !isLoaded) return;
    isDone.current = true;
    focusField(fields.date === '' ? 'date' : 'time');
  }, [isLoaded, fields.date]);
}

/** Step 5: one of the doctor's dates and times, with the free places of each, updated live. */
export function TimingStep({ booking, doctorName }: { booking: Booking; doctorName: string }) {
  const { draft, errors } = booking;
  const { pocId, date } = draft.fields;
  const dates = useDates(pocId);
  const timeErrorId = useId();
  const byEnter = useRef(false);
  useHandledKeys(timingKeys());
  useFirstFocus(draft, dates.data !== undefined);

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {draft.lost ? (
        <LostTimeBanner
          lost={draft.lost}
          doctorName={doctorName}
          payment={draft.payment}
          busy={booking.busy}
          onTake={booking.takeOffer}
        />
      ) : null}
      <ListState
        query={dates}
        skeleton={<CardsSkeleton cards={7} height={76} minWidth={84} />}
        failed={{ title: callTable.listDatesWithAvailability.failure ?? '' }}
        count={(found) => found.length}
        filtered={false}
        empty={{ title: text.noDates, hint: text.noDatesHint }}
        noMatch={{ title: text.noDates }}
      >
        {(found) => <DatesField booking={booking} days={dateChoices(found)} byEnter={byEnter} />}
      </ListState>
      {date === '' ? (
        // The error of a missing time, while there are no times to show it under.
        <ChoiceError id={timeErrorId}>{errors.time}</ChoiceError>
      ) : (
        <TimesField key={`${pocId} ${date}`} booking={booking} takesFocus={byEnter} />
      )}
    </Box>
  );
}
