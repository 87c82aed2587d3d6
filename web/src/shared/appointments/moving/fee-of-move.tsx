import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { movingText as text } from './text.ts';

type FeeOfMove = ResponseOf<'getFeeOfMove'>;

/** "Dr. A's fee is ₹800, paid ₹400: ₹400 open · no difference taken." An unpaid visit gets the new fee. */
export function Fees(props: {
  fee: FeeOfMove;
  doctor: string;
  difference: Difference | undefined;
  onAgree(difference: Difference): void;
}) {
  const { fee, doctor, difference, onAgree } = props;
  const { before, after, rule, registration, paid, asks } = fee;
  const explanation = [rule, registration > 0 && text.withRegistration(paiseAmount(registration))]
    .filter(Boolean)
    .join(' · ');
  const paidBefore = paid ?? 0;
  const amountOwed = (after ?? 0) - paidBefore;
  const words = {
    taken:
      amountOwed > 0
        ? text.open(paiseAmount(amountOwed))
        : amountOwed < 0
          ? text.givenBack(paiseAmount(-amountOwed))
          : text.newFee,
    left: text.noDifference,
  };
  return (
    <Stack gap={0.5}>
      <Muted block>
        {after === null ? null : text.feeIs(doctor, paiseAmount(after))}
        {paidBefore > 0
          ? `, ${text.paid(paiseAmount(paidBefore))}`
          : before === null
            ? null
            : `, ${text.feeWas(paiseAmount(before))}`}
      </Muted>
      {explanation === '' ? null : <Muted block>{explanation}</Muted>}
      {asks ? (
        <RadioGroup
          aria-label={text.difference}
          value={difference ?? ''}
          onChange={(_, value) => onAgree(value === 'left' ? 'left' : 'taken')}
        >
          {(['taken', 'left'] as const).map((value) => (
            <FormControlLabel key={value} value={value} control={<Radio size="small" />} label={words[value]} />
          ))}
        </RadioGroup>
      ) : null}
      {asks && difference === undefined ? <Muted block>{text.chooseDifference}</Muted> : null}
    </Stack>
  );
}
