import Button from '@mui/material/Button';
import { Banner } from '../../shared/ui/banner.tsx';

/** A list that a step needs and that did not come. */
export function LoadFailed({ sentence, onRetry }: { sentence: string; onRetry(): void }) {
  return (
    <Banner
      tone="cancelled"
      icon="warning"
      urgent
      aside={
        <Button variant="outlined" size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {sentence}
    </Banner>
  );
}
