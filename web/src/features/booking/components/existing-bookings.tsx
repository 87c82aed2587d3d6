import Typography from '@mui/material/Typography';
import { useCall } from '../../../shared/api/hooks.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Bold, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import type { Booking } from '../api/use-booking.ts';
import { clashesOf } from '../clashes.ts';
import { correctedOf } from '../family.ts';
import { bookingText as text } from '../text.ts';

/** The number of appointments listed in step 2, so that the fields stay visible. */
const shownAtMost = 4;

/** Existing appointments of the draft's patient; a new patient has none. The booking doesn't wait for them. */
function useBookedAlready({ draft }: Booking) {
  const userId = correctedOf(draft)?.userId;
  const { data } = useCall('getPatientOverview', { userId: userId ?? '', past: 0 }, { enabled: userId !== undefined });
  return userId === undefined ? [] : (data?.upcoming.visits ?? []);
}

/** Step 2: the selected patient's upcoming visits with all doctors. */
export function ExistingBookings({ booking }: { booking: Booking }) {
  const visits = useBookedAlready(booking);
  if (visits.length === 0) return null;
  const more = visits.length - shownAtMost;
  return (
    <section aria-label={text.bookedAlready}>
      <Muted component="h3" sx={{ m: 0, mb: 0.5, fontWeight: 600, color: 'text.primary' }}>
        {text.bookedAlready}
      </Muted>
      <PlainList>
        {visits.slice(0, shownAtMost).map((visit) => (
          <Stack
            component="li"
            key={visit.appointmentId}
            sx={{ gridTemplateColumns: 'minmax(150px, auto) minmax(0, 1fr)', columnGap: 1.5, py: 0.75, ...lineAbove }}
          >
            <Typography sx={{ fontWeight: 600 }}>
              {shortWeekdayAndDate(visit.date)}, {clockTime(visit.time)}
            </Typography>
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {visit.pocName} <Muted>· {visit.specialization}</Muted>
            </Typography>
          </Stack>
        ))}
      </PlainList>
      {more > 0 ? <Muted block>{text.moreBooked(more)}</Muted> : null}
    </section>
  );
}

/** Confirm: a second appointment at the same hour, or with the same doctor on the same day. It can still be booked. */
export function Clashes({ booking }: { booking: Booking }) {
  const visits = useBookedAlready(booking);
  const name = booking.draft.fields.name.trim();
  return clashesOf(visits, booking.draft.fields).map(({ kind, visit }) => (
    <Banner key={visit.appointmentId} tone="notVisited" icon="warning">
      <Bold>{kind === 'sameHour' ? text.sameHour(name) : text.sameDoctor(name)}</Bold>{' '}
      {`${clockTime(visit.time)}, ${visit.pocName}`}
    </Banner>
  ));
}
