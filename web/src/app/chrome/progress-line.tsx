import LinearProgress from '@mui/material/LinearProgress';
import { useOverdue } from '../../ui/feedback/overdue.ts';
import { uiText as text } from '../../ui/text.ts';

/** A thin line while the next page loads, after a short delay. */
export function ProgressLine({ shown }: { shown: boolean }) {
  const overdue = useOverdue(shown);
  if (!overdue) return null;
  return (
    <LinearProgress
      aria-label={text.loading}
      sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 5 }}
    />
  );
}
