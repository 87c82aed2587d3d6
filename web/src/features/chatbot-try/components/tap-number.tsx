import { Round, smallText } from '../../../ui/layout/boxes.tsx';

/** The number of a tap, in a circle: the same beside the message and beside the calls that it led to. */
export const TapNumber = ({ tap }: { tap: number | null }) => (
  <Round
    size={20}
    aria-hidden="true"
    sx={
      tap === null
        ? { border: '1px solid', borderColor: 'divider' }
        : { ...smallText, fontWeight: 600, bgcolor: 'text.primary', color: 'background.paper' }
    }
  >
    {tap}
  </Round>
);
