import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Bold, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import type { Booking } from '../rules.ts';
import { availabilityText as text } from '../text.ts';

const shownAtFirst = 4;

/**
 * The bookings that stay on blocked slots, by name. Screen readers announce the count; the list can be read on demand.
 */
export function AffectedBookings(props: {
  bookings: readonly Booking[];
  lead?: string;
  /** The link to People to Call, where the patients whom the block affects are listed. */
  calls?: string | undefined;
  /** Below the list. */
  children?: ReactNode;
}) {
  const { bookings, lead, calls, children } = props;
  const [all, setAll] = useState(false);
  const several = bookings.some(({ date }) => date !== bookings[0]?.date);
  const more = bookings.length - shownAtFirst;
  const rows = all ? bookings : bookings.slice(0, shownAtFirst);
  return (
    <Banner tone="notVisited" icon="today">
      <Box sx={{ fontWeight: 600 }}>
        {lead}
        {text.keep(bookings.length)}:
      </Box>
      <PlainList aria-live="off" sx={{ fontSize: '0.8125rem', lineHeight: '1.25rem' }}>
        {rows.map(({ appointmentId, date, time, patientName }) => (
          <Box component="li" key={appointmentId} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5 }}>
            <Span sx={{ whiteSpace: 'nowrap' }}>
              {several ? `${shortDate(date)}, ` : ''}
              {clockTime(time)}
            </Span>
            <Bold sx={{ textAlign: 'right' }}>{patientName ?? appointmentText.erased}</Bold>
          </Box>
        ))}
      </PlainList>
      {more > 0 ? (
        <Button
          variant="text"
          size="small"
          color="inherit"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          sx={{ ml: -1, textDecoration: 'underline' }}
        >
          {all ? text.showFewer : text.showAll(bookings.length)}
        </Button>
      ) : null}
      {calls === undefined ? null : (
        <Box sx={{ mt: 0.5 }}>
          <TextLink to={calls}>{appointmentText.toCall(bookings.length)}</TextLink>
        </Box>
      )}
      {children}
    </Banner>
  );
}
