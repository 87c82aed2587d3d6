import { longestRoom } from '@dayline/contracts/clinic/queue';
import { useRef, useState } from 'react';
import { TextField } from '../../../ui/fields/fields.tsx';
import { showDone, showToast, toastTimes } from '../../actions/toast.ts';
import { useCommand } from '../../api/hooks.ts';
import { presenceText as text } from './text.ts';

/** The room to which a doctor calls; saved by Enter and when it is left. */
export function RoomField({ pocId, room }: { pocId: string; room: string | null }) {
  const [typed, setTyped] = useState(room ?? '');
  /** Enter saves, and so does leaving the field after it. */
  const sent = useRef<string>(undefined);
  const { mutateAsync: setRoom } = useCommand('setRoom');
  const save = async () => {
    const wanted = typed.trim();
    if (wanted === (room ?? '') || wanted === sent.current) return;
    sent.current = wanted;
    try {
      const reply = await setRoom({ request: { pocId, room: wanted } });
      showDone(reply, { message: text.roomSaved, detail: wanted, time: toastTimes.brief });
    } catch {
      sent.current = undefined;
      showToast({ kind: 'error', message: text.roomFailed });
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={text.room}
        labelHidden
        placeholder={text.room}
        value={typed}
        onChange={(value) => setTyped(value.slice(0, longestRoom))}
        onBlur={() => void save()}
      />
    </form>
  );
}
