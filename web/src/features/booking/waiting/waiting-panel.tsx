import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { untilLoaded } from '../../../shared/lazy-piece.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import type { Booking } from '../api/use-booking.ts';
import type { Names } from '../components/confirm-step.tsx';
import { bookingText } from '../text.ts';

const WaitingDialog = lazy(() => untilLoaded(() => import('./waiting-dialog.tsx')));

/** Below the times: the waiting list, where none suits. */
export function WaitingPanel({ booking, names }: { booking: Booking; names: Names }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="text"
        disabled={booking.busy}
        startIcon={<Icon name="clock" />}
        onClick={() => setOpen(true)}
        sx={{ justifySelf: 'start', whiteSpace: 'normal', textAlign: 'left' }}
      >
        {bookingText.openWaiting}
      </Button>
      {isOpen ? (
        <Suspense>
          <WaitingDialog
            booking={booking}
            doctor={names.doctor}
            department={names.department}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
