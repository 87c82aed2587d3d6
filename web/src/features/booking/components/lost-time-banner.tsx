import type { PaymentStatus } from '@dayline/contracts/appointments';
import Button from '@mui/material/Button';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import type { LostTime } from '../api/draft.ts';
import { bookingText as text } from '../text.ts';
import { type FreeTime, offerLabel, offersOf } from '../times.ts';

/** "says so, keeps every field, offers the nearest free times; one click books". */
export function LostTimeBanner(props: {
  lost: LostTime;
  doctorName: string;
  /** Chosen already: a click books. */
  payment: PaymentStatus | null;
  busy: boolean;
  onTake(offer: FreeTime): void;
}) {
  const { lost, doctorName, payment, busy, onTake } = props;
  const offers = offersOf(lost.freeTimes);
  return (
    <Banner
      tone="notVisited"
      icon="clock"
      urgent
      aside={offers.map((offer) => {
        const label = offerLabel(offer, lost.date);
        return (
          <Button
            key={`${offer.date} ${offer.time}`}
            variant="outlined"
            size="small"
            disabled={busy}
            onClick={() => onTake(offer)}
          >
            {payment === null ? label : text.bookOffer(label, appointmentText.payment[payment])}
          </Button>
        );
      })}
    >
      <b>{lost.sentence}</b> {offers.length > 0 ? text.nearest(doctorName) : text.chooseAnother}
    </Banner>
  );
}
