import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { FillBar } from '../../../shared/appointments/fill-bar.tsx';
import { clockTime, longDate, weekdayAndDate } from '../../../shared/format/time.ts';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Inline, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import type { Comparison } from '../api/queries.ts';
import { replayText as text } from '../text.ts';

type Availability = ResponseOf<'getAvailabilityAsOf'>;

const bookedText = ({ active_status, noOfAppointments, totalSlots }: SlotGroup): string =>
  active_status === 'blocked'
    ? text.blockedBookedOf(noOfAppointments, totalSlots)
    : text.bookedOf(noOfAppointments, totalSlots);

function SlotCard({ slot, comparison }: { slot: SlotGroup; comparison: Comparison<Availability> | undefined }) {
  const isBlocked = slot.active_status === 'blocked';
  const then = bookedText(slot);
  const same = comparison?.body?.slots.find(({ time, minutes }) => time === slot.time && minutes === slot.minutes);
  const now = same && bookedText(same);
  const differs = comparison?.body !== undefined && now !== then;
  return (
    <Paper
      component="li"
      sx={{ display: 'grid', gap: 0.75, p: 1.5, ...(differs ? { borderColor: 'status.blocked.main' } : {}) }}
    >
      <Inline gap={1} wrap sx={{ justifyContent: 'space-between' }}>
        <Typography sx={{ fontWeight: 600 }}>{clockTime(slot.time)}</Typography>
        {isBlocked ? (
          <ToneChip tone="blocked" icon="blocked">
            {text.blocked}
          </ToneChip>
        ) : null}
      </Inline>
      <FillBar
        booked={slot.noOfAppointments}
        total={Math.max(slot.totalSlots, slot.noOfAppointments)}
        {...(isBlocked ? { state: 'blocked' as const } : {})}
      />
      <Muted>{text.bookedOf(slot.noOfAppointments, slot.totalSlots)}</Muted>
      {comparison === undefined ? null : (
        <Typography variant="caption" sx={{ color: differs ? 'status.blocked.main' : 'text.secondary' }}>
          {comparison.body === undefined
            ? comparison.note
            : differs
              ? text.whatWhen(now ?? text.noSuchSlot, comparison.when)
              : text.sameWhen(comparison.when)}
        </Typography>
      )}
    </Paper>
  );
}

/** A doctor's slot cards of the day and the blocked dates. */
export function PastSlots(props: { availability: Availability; comparison: Comparison<Availability> | undefined }) {
  const { availability, comparison } = props;
  const { asOf, slots, dates } = availability;
  const blockedSlots = dates.filter(({ active_status }) => active_status !== 'available');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Section title={`${text.screens.slots}, ${longDate(asOf.date)}`} count={slots.length}>
        {slots.length === 0 ? (
          <Notice icon="calendar" title={text.noSlots} hint={text.noSlotsHint} />
        ) : (
          <PlainList sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}>
            {slots.map((slot) => (
              <SlotCard key={`${slot.time} ${slot.minutes}`} slot={slot} comparison={comparison} />
            ))}
          </PlainList>
        )}
      </Section>
      <Section title={text.blockedDates} count={blockedSlots.length}>
        {blockedSlots.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{text.noBlockedDates}</Typography>
        ) : (
          <PlainList sx={{ display: 'grid', gap: 0.75 }}>
            {blockedSlots.map(({ Schedule_Date: date, active_status }) => (
              <Inline component="li" key={date} gap={1}>
                {weekdayAndDate(date)}
                <ToneChip tone="blocked" icon="blocked">
                  {active_status === 'blocked' ? text.blocked : text.partlyBlocked}
                </ToneChip>
              </Inline>
            ))}
          </PlainList>
        )}
      </Section>
    </Box>
  );
}
