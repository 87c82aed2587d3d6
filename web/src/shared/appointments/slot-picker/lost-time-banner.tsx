import Button from '@mui/material/Button';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { auditStoryPath } from '../../paths.ts';
import { slotPickerText as text } from './text.ts';
import { type FreeTime, type LostTime, offerLabel, offersOf } from './times.ts';

/** "says so, keeps every field, offers the nearest free times; one click books". */
export function LostTimeBanner(props: {
  lost: LostTime;
  /** Introduces the offered times. */
  lead: string;
  busy: boolean;
  isNarrow?: boolean;
  /** The label of an offered time. */
  words(time: string): string;
  onTake(offer: FreeTime): void;
}) {
  const { lost, lead, busy, isNarrow = false, words, onTake } = props;
  const offers = offersOf(lost.freeTimes);
  return (
    <Banner
      tone="notVisited"
      icon="clock"
      urgent
      isNarrow={isNarrow}
      aside={offers.map((offer) => (
        <Button
          key={`${offer.date} ${offer.time}`}
          variant="outlined"
          size="small"
          disabled={busy}
          onClick={() => onTake(offer)}
        >
          {words(offerLabel(offer, lost.date))}
        </Button>
      ))}
    >
      <b>{lost.sentence}</b>{' '}
      {lost.appointmentId === undefined ? null : (
        <>
          <TextLink to={auditStoryPath(lost.appointmentId)} target="_blank">
            {text.showIt}
          </TextLink>
          {'. '}
        </>
      )}
      {offers.length > 0 ? lead : text.chooseAnother}
    </Banner>
  );
}
