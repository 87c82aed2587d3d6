import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { OnRequest } from '../../../shared/appointments/doctors/on-request.tsx';
import { LostTimeBanner } from '../../../shared/appointments/slot-picker/lost-time-banner.tsx';
import { SlotPicker } from '../../../shared/appointments/slot-picker/slot-picker.tsx';
import { slotPickerText } from '../../../shared/appointments/slot-picker/text.ts';
import { type ChosenSlot, useLostTime } from '../../../shared/appointments/slot-picker/use-lost-time.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { shortDate } from '../../../shared/format/time.ts';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, outlined, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import type { Booking } from '../api/use-booking.ts';
import type { Visit } from '../api/use-visit.ts';
import { bookingText as text } from '../text.ts';
import { WaitingPanel } from '../waiting/waiting-panel.tsx';
import type { Names } from './confirm-step.tsx';
import { OverbookPanel } from './overbook-panel.tsx';

/** The time being chosen, or the one that was booked. */
export function slotOf({ booked, draft, visit }: Booking): ChosenSlot {
  const { pocId, departmentId, date, time } = booked?.booking ?? draft.fields;
  const { visit: kind, beyond } = booked ?? { visit: visit.kind, beyond: draft.beyond };
  const { patientClass } = booked ?? draft;
  return {
    ...{ pocId, departmentId, date, time, visit: kind, beyond: beyond !== null },
    patientClass: patientClass || undefined,
  };
}

/** Once a booking is sent, it may itself have taken the time: then the server's answer counts. */
export function TimeWatch({ booking }: { booking: Booking }) {
  useLostTime(slotOf(booking), { isSending: booking.busy, isReady: booking.visit.isSettled }, booking.noteLost);
  return null;
}

/** Whether it is the first visit, and why, as a sentence with its `{kind}`. */
function sentenceOf({ kind, found, lastVisit }: Visit, doctor: string): string {
  if (kind === undefined) return text.visit.unknown;
  const lastVisitText = lastVisit === null ? undefined : text.visit.seen(doctor, shortDate(lastVisit));
  if (kind === found) return lastVisitText ? `{kind}: ${lastVisitText}` : '{kind}';
  return lastVisitText ? text.visit.although(lastVisitText) : text.visit.notRecorded(doctor);
}

/** First visit or follow-up, with its reason; where a session has lists, it decides which slots have capacity. */
function VisitLine({ booking: { visit, busy, setVisitKind }, doctor }: { booking: Booking; doctor: string }) {
  const { kind } = visit;
  const [isOpen, open] = useState(false);
  return (
    <Inline
      role="group"
      aria-label={text.visit.label}
      gap={1}
      wrap
      sx={{ ...outlined, borderRadius: '6px', bgcolor: 'surface.raised', pl: 1.5, pr: 0.5, py: 0.5, minHeight: 48 }}
    >
      <Icon name="history" size={18} sx={{ color: 'primary.main' }} />
      <Span sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
        {filled(sentenceOf(visit, doctor), {
          kind: kind && <Bold sx={{ fontWeight: 600 }}>{text.visit.kinds[kind]}</Bold>,
        })}
      </Span>
      {isOpen ? (
        <Box sx={{ flex: '0 1 220px' }}>
          <ModeToggle
            label={text.visit.visit}
            value={kind}
            onChange={setVisitKind}
            modes={(['first', 'again'] as const).map((value) => ({ value, label: text.visit.modes[value] }))}
          />
        </Box>
      ) : (
        <Button variant="text" size="small" disabled={busy} onClick={() => open(true)}>
          {text.visit.change}
        </Button>
      )}
    </Inline>
  );
}

/** Step 5. */
export function TimingStep({ booking, names }: { booking: Booking; names: Names }) {
  const { draft, visit, errors, busy, set, noteLost, takeOffer } = booking;
  const { lost, payment } = draft;
  if (names.onRequest !== undefined) {
    return (
      <Banner tone="confirmed" icon="phone">
        <OnRequest sentence={names.onRequest} />
      </Banner>
    );
  }
  return (
    <Stack gap={2}>
      {lost ? (
        <LostTimeBanner
          lost={lost}
          lead={slotPickerText.nearest(names.doctor)}
          busy={busy}
          // If the payment is chosen already, a click books.
          words={(time) => (payment === null ? time : text.bookOffer(time, appointmentText.payment[payment]))}
          onTake={takeOffer}
        />
      ) : null}
      <SlotPicker
        slot={slotOf(booking)}
        errors={errors}
        lost={lost}
        isSending={busy}
        isReady={visit.isSettled}
        visitLine={<VisitLine booking={booking} doctor={names.doctor} />}
        onChange={set}
        onLost={noteLost}
      />
      <OverbookPanel booking={booking} slot={slotOf(booking)} />
      <WaitingPanel booking={booking} names={names} />
    </Stack>
  );
}
