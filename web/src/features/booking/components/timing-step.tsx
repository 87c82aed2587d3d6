import { clinicNow } from '@dayline/contracts/clinic-time';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useHandledKeys } from '../../../shared/actions/actions.ts';
import { callTable } from '../../../shared/api/call-table.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { DateGrid } from '../../../shared/appointments/date-grid.tsx';
import { type TimeChoice, TimeSlotGrid } from '../../../shared/appointments/time-slot-grid.tsx';
import { clockTime, weekdayAndDate } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Legend, Swatch } from '../../../ui/legend.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import type { LostTime } from '../api/booking-draft.ts';
import type { Booking } from '../api/use-booking.ts';
import { useLostTime } from '../api/use-lost-time.ts';
import { bookingText as text } from '../text.ts';
import { dateChoices, pageOfDate, shownTimes, timeChoices } from '../times.ts';
import { AskedField, ChoiceError, fieldLabels, focusField } from './asked-field.tsx';
import { LostTimeBanner } from './lost-time-banner.tsx';

/** Dates shown at once, so that the times stay visible: a row of seven on a desktop, two of three on a phone. */
const datesAtOnce = { desk: 7, phone: 6 } as const;
const timingKeys = [
  { key: 'Arrows', name: 'Between dates, and between times' },
  { key: 'Page Down', name: 'Later dates' },
  { key: 'Page Up', name: 'Earlier dates' },
];
const pageKeys: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** The focused time has just been lost to somebody else: the keys go on from another one. */
function useFocusAfterLoss(lost: LostTime | null): void {
  const before = useRef(lost);
  useEffect(() => {
    const isNew = lost !== null && lost !== before.current;
    before.current = lost;
    if (isNew && document.activeElement?.matches('body, :disabled')) focusField('time');
  }, [lost]);
}

/** Step 5: one of the doctor's dates and times, with the free places of each, updated live. */
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
  useHandledKeys(timingKeys);

  // The step has just opened: the first available date is focused, unless a lost time's banner has to be read first.
  const dateFocused = useRef(draft.lost !== null);
  useEffect(() => {
    if (dateFocused.current || !dates.data) return;
    dateFocused.current = true;
    focusField(date === '' ? 'date' : 'time');
  }, [dates.data, date]);

  // Page Up and Page Down change the page of dates; the focus moves with it.
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
        failed={{ title: callTable.listDatesWithAvailability.failure ?? '' }}
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
              {days.some((day) => day.availability === 'partial') ? (
                <Box sx={{ mt: 1 }}>
                  <Legend entries={[{ sign: <Swatch colour="status.notVisited.line" />, label: text.partly }]} />
                </Box>
              ) : null}
              <ChoiceError id={dateError}>{errors.date?.message}</ChoiceError>
            </AskedField>
          );
        }}
      </ListState>
      {date === '' ? (
        // The error of a missing time, while there are no times to show it under.
        <ChoiceError id={`${dateError}-time`}>{errors.time?.message}</ChoiceError>
      ) : (
        <Times key={`${pocId} ${date}`} booking={booking} takesFocus={byEnter} />
      )}
    </Box>
  );
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
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32, mb: '6px' }}>
        <Typography variant="caption" component="div" sx={{ fontWeight: 600 }}>
          Time on {weekdayAndDate(date)}
        </Typography>
        {first && first.time !== time ? (
          <Button variant="text" size="small" sx={{ ml: 'auto' }} onClick={() => onChoose(first.time)}>
            {text.firstFree(clockTime(first.time))}
          </Button>
        ) : null}
      </Box>
      {shown.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>{text.noTimes}</Typography> : null}
      <Box aria-describedby={describedBy}>
        <TimeSlotGrid
          label={`Time on ${weekdayAndDate(date)}`}
          slots={shown}
          selected={time === '' ? [] : [time]}
          onToggle={onChoose}
        />
      </Box>
    </>
  );
}

/** The times of the chosen date. */
function Times({ booking, takesFocus }: { booking: Booking; takesFocus: { current: boolean } }) {
  const { draft, set, form } = booking;
  const { pocId, date, time } = draft.fields;
  const { zone } = useIdentity();
  const slots = useCall('listTimesWithAvailability', { pocId, date });
  const errorId = useId();
  const error = form.formState.errors.time?.message;

  // A date chosen with Enter moves the focus to its times; a click doesn't.
  const arrived = slots.data !== undefined;
  useEffect(() => {
    if (!arrived || !takesFocus.current) return;
    takesFocus.current = false;
    focusField('time');
  }, [arrived, takesFocus]);

  useLostTime(booking);
  useFocusAfterLoss(draft.lost);

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
            choices={timeChoices(found, date, clinicNow(Date.now(), zone))}
            date={date}
            time={time}
            describedBy={error === undefined ? undefined : errorId}
            onChoose={(chosen) => {
              set({ time: chosen });
              form.clearErrors('time');
            }}
          />
          <ChoiceError id={errorId}>{error}</ChoiceError>
        </AskedField>
      )}
    </ListState>
  );
}
