import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { useAct } from '../../actions/act.ts';
import { call } from '../../api/client.ts';
import { markingText } from '../marking/text.ts';
import { latenessText as text } from './lateness-text.ts';

/** 5 to 180 minutes, as `latenessSchema` allows. */
const steps = Array.from({ length: 36 }, (_, index) => 5 * (index + 1));

/** How late a doctor is, saved once it is chosen; its undo sets the value before, unless another desk has set one since. */
export function LatenessField({ doctor: { pocId, lateBy } }: { doctor: Pick<QueueDoctor, 'pocId' | 'lateBy'> }) {
  const { act, isActing } = useAct();
  const shown = lateBy ?? null;
  const isUsual = shown === null || steps.includes(shown);
  const failed = text.latenessFailed;
  const send = (minutes: number | null, before: number | null) => () => call('setLateness', { pocId, minutes, before });
  const undo = (minutes: number | null) =>
    act({ send: send(shown, minutes), done: () => ({ message: text.latenessUndone }), failed });
  const change = (minutes: number | null) =>
    act({
      send: send(minutes, shown),
      done: () => ({
        message: minutes === null ? text.latenessOver : text.lateBy(minutes),
        action: { name: markingText.undo, icon: 'undo', perform: () => void undo(minutes) },
      }),
      failed,
      refetch: ['getQueueBoard'],
    });
  return (
    <NativeSelectField
      label={text.lateness}
      labelHidden
      disabled={isActing}
      value={shown === null ? '' : String(shown)}
      onChange={(value) => void change(value === '' ? null : Number(value))}
      choices={[
        { value: '', label: text.onTime },
        ...(isUsual ? steps : [shown, ...steps]).map((minutes) => ({
          value: String(minutes),
          label: text.lateBy(minutes),
        })),
      ]}
    />
  );
}
