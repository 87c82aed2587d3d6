import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { CallError } from '../../shared/api/call-error.ts';
import { useSending } from '../../shared/api/plain-calls.ts';
import { paths } from '../../shared/paths.ts';
import { isOfLink, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { documentTitle } from '../../ui/product.ts';
import { arrive } from './arrival.ts';
import { signInLinkText as text } from './text.ts';

/** Sign-in by a mailed link (/sign-in-link/{token}/{pocId}). It waits for a click: mail scanners open links, too. */
export default function SignInLinkPage() {
  const { token, pocId } = useLinkToken('sign-in-link');
  const isMoving = useIsMoving();
  const navigate = useNavigate();
  const signIn = useSending('signInByLink');
  const [refusal, setRefusal] = useState<{ readonly sentence: string; readonly isFinal: boolean }>();

  useEffect(() => {
    document.title = documentTitle(text.title);
  }, []);

  const submit = async () => {
    if (signIn.isPending || token === undefined) return;
    setRefusal(undefined);
    try {
      arrive(await signIn.send({ token, pocId }), navigate);
    } catch (error) {
      if (!(error instanceof CallError)) return setRefusal({ sentence: text.failed, isFinal: false });
      const isFinal = isOfLink(error);
      setRefusal({ sentence: isFinal ? text.invalidLink : error.message, isFinal });
    }
  };

  const hasLink = token !== undefined || isMoving;
  return (
    <Box sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
      <Box>
        <Typography variant="h1" sx={{ fontSize: '1.75rem', lineHeight: '2.25rem' }}>
          {text.title}
        </Typography>
        {hasLink ? <Typography sx={{ color: 'text.secondary' }}>{text.lead}</Typography> : null}
      </Box>
      {hasLink ? null : (
        <Banner tone="notVisited" icon="mail">
          {text.noLink}
        </Banner>
      )}
      <Problem>{refusal?.sentence}</Problem>
      {hasLink && refusal?.isFinal !== true ? (
        <Button onClick={submit} loading={signIn.isPending} autoFocus sx={{ minHeight: 44 }}>
          {text.submit}
        </Button>
      ) : (
        <Button component={Link} to={paths.signIn} sx={{ minHeight: 44 }}>
          {text.toSignIn}
        </Button>
      )}
    </Box>
  );
}
