import { cashLeft, leftOf, sumOf } from '@dayline/contracts/clinic/takings';
import { useState } from 'react';
import { amountTyped, paiseTyped } from '../../../shared/appointments/payment/amount.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { isToCome, type Takings } from '../rules.ts';
import { dayCloseText as text } from '../text.ts';

/** Lists what is still open, and asks for the cash in the drawers, before a day is closed. */
export function CloseDialog(props: {
  day: string;
  takings: Takings;
  onClose(): void;
  /** @param countedCash in paise; undefined: not counted */
  onAgree(countedCash: number | undefined): void;
}) {
  const { day, takings, onClose, onAgree } = props;
  const now = useClinicNow(useIdentity().zone);
  const [input, setInput] = useState('');
  const countedPaise = paiseTyped(input);
  const expected = cashLeft(takings.takings);
  const { withoutAmount, ...sums } = sumOf(takings.takings);
  const open = [
    ...(takings.unmarked.length > 0 ? [text.openMarks(takings.unmarked.length)] : []),
    ...(takings.unmarked.some((visit) => isToCome(visit, now))
      ? [text.toCome(takings.unmarked.filter((visit) => isToCome(visit, now)).length)]
      : []),
    ...(takings.unpaid.length > 0 ? [text.openPayments(takings.unpaid.length)] : []),
    ...(withoutAmount > 0 ? [text.withoutAmount(withoutAmount)] : []),
  ];
  return (
    <FormDialog
      title={text.question(shortWeekdayAndDate(day))}
      about={text.questionHint(paiseAmount(leftOf(sums)))}
      onClose={onClose}
      submitLabel={text.close}
      onSubmit={() => {
        if (countedPaise === null) return;
        onClose();
        onAgree(countedPaise);
      }}
    >
      {open.length === 0 ? null : (
        <PlainList aria-label={text.stillOpen}>
          {open.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </PlainList>
      )}
      <TextField
        label={text.countedCash}
        hint={text.cashExpected(paiseAmount(expected))}
        placeholder={amountTyped(Math.max(0, expected))}
        value={input}
        onChange={setInput}
        error={countedPaise === null ? appointmentText.amountWrong : undefined}
        inputMode="decimal"
        autoComplete="off"
        optional
      />
      <Muted block role="status">
        {countedPaise == null ? null : differenceWords(countedPaise - expected)}
      </Muted>
    </FormDialog>
  );
}

/** '₹200.00 missing' */
export function differenceWords(paise: number): string {
  if (paise === 0) return text.asExpected;
  return paise < 0 ? text.missing(paiseAmount(-paise)) : text.tooMuch(paiseAmount(paise));
}
