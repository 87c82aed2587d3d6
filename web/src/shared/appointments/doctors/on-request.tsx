import { Bold, Span } from '../../../ui/layout/boxes.tsx';
import { appointmentText as text } from '../text.ts';

/** How to request an appointment, shown instead of times. */
export const OnRequest = ({ sentence }: { sentence: string }) => (
  <Span sx={{ overflowWrap: 'anywhere' }}>
    <Bold>{text.onRequestIs}</Bold> {sentence}
  </Span>
);
