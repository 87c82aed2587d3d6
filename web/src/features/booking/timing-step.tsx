import { clinicNow } from '@dayline/contracts/clinic-time';
import { endpoints } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useCall } from '../../shared/api/hooks.ts';
import { clockTime, weekdayAndDate } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { DateGrid } from '../../shared/ui/date-grid.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { ListState } from '../../shared/ui/list-state.tsx';
import { CardsSkeleton } from '../../shared/ui/skeletons.tsx';
import { TimeSlotGrid } from '../../shared/ui/time-slot-grid.tsx';
import { AskedField, ChoiceError, fieldLabels, focusField } from './asked-field.tsx';
import { LostTimeBanner } from './lost-time-banner.tsx';
import { lostTimeSentence, bookingText as text } from './text.ts';
import { dateChoices, nearestFree, pageOfDate, timeChoices } from './times.ts';
import type { Booking } from './use-booking.ts';

/** Dates shown at once, so that the times stay on the screen: a row of seven at a desk, two of three on a phone. */
const datesAtOnce = { desk: 7, phone: 6 } as const;
const pageKeys: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** Step 5: one of the doctor's dates and one of its times, with what each has left, as others book meanwhile. */
export function TimingStep({ booking, doctorName }: { booking: Booking; doctorName: string }) {
  const { draft, set, form } = booking;
  const { pocId, date } = draft.fields;
  const { errors } = form.formState;
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const dates = useCall('listDatesWithAvailability', { pocId });
  const pageSize = narrow ? datesAtOnce.phone : datesAtOnce.desk;
  const [turnedTo, turnTo] = useState<number>();
  const dateError = useId();
  const byEnter = useRef(false);

  // The step has just been opened: the first date that can be had takes the focus, unless a lost time has to be read first.
  const dateFocused = useRef(draft.lost !== null);
  useEffect(() => {
    if (dateFocused.current || !dates.data) return;
    dateFocused.current = true;
    focusField(date === '' ? 'date' : 'time');
  }, [dates.data, date]);

  // Page Up and Page Down turn the dates; the focus goes along.
  const turnedByKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after another page of dates is drawn
  useEffect(() => {
    if (!turnedByKey.current) return;
    turnedByKey.current = false;
    focusField('date');
  }, [turnedTo]);

  const chooseDate = (chosen: string) => {
    set({ date: chosen, time: '' });
    form.clearErrors(['date', 'time']);
  };

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {draft.lost ? (
        <LostTimeBanner
          lost={draft.lost}
          doctorName={doctorName}
          books={draft.payment !== null}
          busy={booking.busy}
          onTake={booking.takeOffer}
        />
      ) : null}
      <ListState
        query={dates}
        skeleton={<CardsSkeleton cards={7} height={76} minWidth={84} />}
        failed={{ title: endpoints.listDatesWithAvailability.failure ?? '' }}
        count={(found) => found.length}
        filtered={false}
        empty={{ title: text.noDates, hint: 'Choose another doctor, or ask for the schedule to be set.' }}
        noMatch={{ title: text.noDates }}
      >
        {(found) => {
          const days = dateChoices(found);
          const pages = Math.max(1, Math.ceil(days.length / pageSize));
          const page = Math.min(turnedTo ?? pageOfDate(days, date, pageSize), pages - 1);
          return (
            <AskedField name="date">
              <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 32, mb: '6px' }}>
                <Typography variant="caption" sx={{ fontWeight: 600 }}>
                  {fieldLabels.date}
                </Typography>
                {pages === 1 ? null : (
                  <Box sx={{ ml: 'auto', display: 'flex', gap: 0.5 }}>
                    <IconButton
                      size="small"
                      aria-label="Earlier dates"
                      disabled={page === 0}
                      onClick={() => turnTo(page - 1)}
                    >
                      <Icon name="left" size={16} />
                    </IconButton>
                    <IconButton
                      size="small"
                      aria-label="Later dates"
                      disabled={page >= pages - 1}
                      onClick={() => turnTo(page + 1)}
                    >
                      <Icon name="right" size={16} />
                    </IconButton>
                  </Box>
                )}
              </Box>
              <Box
                aria-describedby={errors.date ? dateError : undefined}
                onKeyDownCapture={(event: KeyboardEvent) => {
                  byEnter.current = event.key === 'Enter';
                  const next = page + (pageKeys[event.key] ?? 0);
                  if (next === page || next < 0 || next >= pages) return;
                  event.preventDefault();
                  turnedByKey.current = true;
                  turnTo(next);
                }}
              >
                <DateGrid
                  label={fieldLabels.date}
                  days={days.slice(page * pageSize, (page + 1) * pageSize)}
                  selected={date === '' ? undefined : date}
                  onSelect={chooseDate}
                />
              </Box>
              <ChoiceError id={dateError}>{errors.date?.message}</ChoiceError>
            </AskedField>
          );
        }}
      </ListState>
      {date === '' ? (
        // The sentence about a missing time, while there are no times to put it under.
        <ChoiceError id={`${dateError}-time`}>{errors.time?.message}</ChoiceError>
      ) : (
        <Times key={`${pocId} ${date}`} booking={booking} takesFocus={byEnter} />
      )}
    </Box>
  );
}

/** The times of the chosen date. */
function Times({ booking, takesFocus }: { booking: Booking; takesFocus: { current: boolean } }) {
  const { draft, set, form, noteLost } = booking;
  const { pocId, date, time } = draft.fields;
  const { zone } = useIdentity();
  const slots = useCall('listTimesWithAvailability', { pocId, date });
  const errorId = useId();
  const error = form.formState.errors.time?.message;

  // A date chosen with Enter leads on to its times; a click doesn't move the focus.
  const arrived = slots.data !== undefined;
  useEffect(() => {
    if (!arrived || !takesFocus.current) return;
    takesFocus.current = false;
    focusField('time');
  }, [arrived, takesFocus]);

  // Others book meanwhile: a chosen time that is gone is said at once, not after the payment.
  useEffect(() => {
    if (!slots.data || time === '' || booking.busy) return;
    const choices = timeChoices(slots.data, date, clinicNow(Date.now(), zone));
    const chosen = choices.find((choice) => choice.time === time);
    if (!chosen || chosen.state === 'free') return;
    const code = chosen.state === 'blocked' ? 'slot.blocked' : chosen.state === 'passed' ? 'slot.passed' : 'slot.full';
    noteLost({
      date,
      time,
      sentence: lostTimeSentence(code, clockTime(time)) ?? '',
      freeTimes: nearestFree(choices, date, time),
    });
  }, [slots.data, date, time, zone, booking.busy, noteLost]);

  return (
    <ListState
      query={slots}
      skeleton={<CardsSkeleton cards={12} height={40} minWidth={132} />}
      failed={{ title: endpoints.listTimesWithAvailability.failure ?? '' }}
      count={(found) => found.length}
      filtered={false}
      empty={{ title: text.noTimes, icon: 'clock' }}
      noMatch={{ title: text.noTimes }}
    >
      {(found) => (
        <AskedField name="time">
          <Typography variant="caption" component="div" sx={{ fontWeight: 600, mb: '6px' }}>
            Time on {weekdayAndDate(date)}
          </Typography>
          <Box aria-describedby={error === undefined ? undefined : errorId}>
            <TimeSlotGrid
              label={`Time on ${weekdayAndDate(date)}`}
              slots={timeChoices(found, date, clinicNow(Date.now(), zone))}
              selected={time === '' ? [] : [time]}
              onToggle={(chosen) => {
                set({ time: chosen });
                form.clearErrors('time');
              }}
            />
          </Box>
          <ChoiceError id={errorId}>{error}</ChoiceError>
        </AskedField>
      )}
    </ListState>
  );
}
