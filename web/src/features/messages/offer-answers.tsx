import Button from '@mui/material/Button';
import { useState } from 'react';
import { Stack } from '../../ui/layout/boxes.tsx';
import { yourVisitText as text } from './text.ts';
import { AreYouSure, type Asked, type Visit } from './visit-answers.tsx';

interface OfferProps {
  readonly isSending: boolean;
  readonly visit: Visit;
  readonly onAsk: (asked: Asked) => void;
}

/** The buttons that answer the offer of a place. */
export function OfferAnswers({ isSending, visit: { date, time }, onAsk }: OfferProps) {
  const [isDeclining, setIsDeclining] = useState(false);
  const answer = (is: 'accept' | 'decline') => onAsk({ answer: { is, date, time } });
  if (isDeclining) {
    const buttons = { yes: text.declineForGood, isSending, isDanger: true };
    const keep = () => setIsDeclining(false);
    return <AreYouSure asks={text.asksDecline} {...buttons} onYes={() => answer('decline')} onKeep={keep} />;
  }
  return (
    <Stack gap={1.5}>
      <Button variant="contained" disabled={isSending} onClick={() => answer('accept')}>
        {text.accept}
      </Button>
      <Button variant="outlined" disabled={isSending} onClick={() => setIsDeclining(true)}>
        {text.decline}
      </Button>
    </Stack>
  );
}
