import { useOverdue } from '../../ui/feedback/overdue.ts';
import { Mark } from '../../ui/icons/mark.tsx';
import { uiText } from '../../ui/text.ts';
import { appText as text } from './text.ts';

/**
 * "A protected page validates the session and shows 'Loading...' meanwhile" (section 2). It looks as index.html does
 * before any script, whose first-paint.css it shares.
 */
export function LoadingPage() {
  const long = useOverdue(true, 4_000);
  return (
    <div className="first-paint" role="status">
      <Mark size={40} />
      <span>{uiText.loading}</span>
      {long ? text.slow : null}
    </div>
  );
}
