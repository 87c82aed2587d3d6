import Button from '@mui/material/Button';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { auditText as text } from '../text.ts';

interface StopMessageProps {
  readonly appointmentId: string;
  readonly messageId: number;
  /** The entry that plans it. */
  readonly sentence: string;
}

/** Stops a planned message to the patient. */
export function StopMessage({ appointmentId, messageId, sentence }: StopMessageProps) {
  const { act, isActing } = useAct();
  const stop = () =>
    act({
      send: () => call('stopMessage', { appointmentId, messageId }),
      done: () => ({ message: text.stopped }),
      failed: text.stopFailed,
      refetch: ['getAppointmentStory'],
    });
  return (
    <Button
      variant="text"
      size="small"
      disabled={isActing}
      aria-label={`${text.stop}: ${sentence}`}
      onClick={() => void stop()}
    >
      {text.stop}
    </Button>
  );
}
