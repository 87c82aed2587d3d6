import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { Muted, Span } from '../../../ui/layout/boxes.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { bookingText as text } from '../text.ts';

/** A visit's fee with its rule. */
export function VisitFee({ fee: { amount, rule, registration } }: { fee: ResponseOf<'getFeeOfVisit'> }) {
  if (amount === null) return text.noFee;
  const explanation = [rule, registration > 0 && text.withRegistration(paiseAmount(registration))]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <Span sx={{ fontWeight: 600, fontSize: '1rem' }}>{paiseAmount(amount)}</Span>
      {explanation === '' ? null : <Muted sx={{ ml: 1 }}>{explanation}</Muted>}
    </>
  );
}
