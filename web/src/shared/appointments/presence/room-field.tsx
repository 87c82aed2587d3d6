import { maxRoomLength } from '@dayline/contracts/clinic/queue';
import { useRef, useState } from 'react';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useAct } from '../../actions/act.ts';
import { toastTimes } from '../../actions/toast.ts';
import { call } from '../../api/client.ts';
import { presenceText as text } from './text.ts';

/** The room to which a doctor calls; saved by Enter and when the field is left. */
export function RoomField({ pocId, room }: { pocId: string; room: string | null }) {
  const [input, setInput] = useState(room ?? '');
  /** Enter saves, and leaving the field afterwards would save again. */
  const lastRoom = useRef<string>(undefined);
  const { act } = useAct();
  const save = async () => {
    const name = input.trim();
    if (name === (room ?? '') || name === lastRoom.current) return;
    lastRoom.current = name;
    await act({
      send: () => call('setRoom', { pocId, room: name }),
      done: () => ({ message: text.roomSaved, detail: name, time: toastTimes.brief }),
      failed: () => {
        lastRoom.current = undefined;
        return { message: text.roomFailed };
      },
    });
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
        value={input}
        onChange={(value) => setInput(value.slice(0, maxRoomLength))}
        onBlur={() => void save()}
      />
    </form>
  );
}
