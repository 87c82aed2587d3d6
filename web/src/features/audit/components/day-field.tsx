import { MomentField } from '../../../ui/fields/moment-field.tsx';
import { auditText as text } from '../text.ts';

/** The day filter, yyyy-mm-dd. */
export const DayField = ({ day = '', onDay }: { day: string | undefined; onDay(day: string): void }) => (
  <MomentField label={text.day} type="date" value={day} onValue={onDay} />
);
