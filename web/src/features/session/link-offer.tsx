import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { useSending } from '../../shared/api/plain-calls.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { signInText as text } from './text.ts';

/** Offers a mailed link to somebody whose sign-in is delayed, perhaps by a stranger's wrong passwords. */
export function LinkOffer({ email }: { readonly email: string }) {
  const request = useSending('requestSignInLink');
  const [outcome, setOutcome] = useState<{ readonly sentence: string; readonly isSent: boolean }>();
  const send = async () => {
    if (request.isPending) return;
    const address = email.trim();
    if (address === '') return setOutcome({ sentence: text.emailMissing, isSent: false });
    try {
      setOutcome({ sentence: (await request.send({ email: address })).message, isSent: true });
    } catch (error) {
      setOutcome({ sentence: error instanceof CallError ? error.message : text.linkFailed, isSent: false });
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {outcome === undefined ? <Typography>{text.linkLead}</Typography> : null}
      {outcome ? (
        <Banner
          tone={outcome.isSent ? 'visited' : 'cancelled'}
          icon={outcome.isSent ? 'mail' : 'warning'}
          urgent={!outcome.isSent}
        >
          {outcome.sentence}
        </Banner>
      ) : null}
      {outcome?.isSent ? null : (
        <Button variant="outlined" onClick={send} loading={request.isPending} sx={{ minHeight: 44 }}>
          {text.mailLink}
        </Button>
      )}
    </Box>
  );
}
