import Button from '@mui/material/Button';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { uiText } from '../../../ui/text.ts';

/** Shown if a list that a step needs could not be loaded. */
export function LoadFailed({ sentence, onRetry }: { sentence: string; onRetry(): void }) {
  return (
    <Banner
      tone="cancelled"
      icon="warning"
      urgent
      aside={
        <Button variant="outlined" size="small" onClick={onRetry}>
          {uiText.tryAgain}
        </Button>
      }
    >
      {sentence}
    </Banner>
  );
}
