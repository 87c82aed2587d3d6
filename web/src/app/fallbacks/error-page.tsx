import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { CallError, NetworkFailure } from '../../shared/api/call-error.ts';
import { paths } from '../../shared/paths.ts';
import { Muted } from '../../ui/layout/boxes.tsx';
import { useDocumentTitle } from '../../ui/product.ts';
import { uiText } from '../../ui/text.ts';
import { isMissingChunk, mayReload, reload } from '../new-version.ts';
import { LoadingPage } from './loading-page.tsx';
import { appText as text } from './text.ts';

/**
 * Shown in place of a page that crashed, so that the frame stays usable. A page whose chunk was replaced by a new version
 * is reloaded.
 */
export function ErrorPage() {
  const error = useRouteError();
  const [reloads] = useState(() => isMissingChunk(error) && mayReload(Date.now()));
  const offline = error instanceof NetworkFailure || isMissingChunk(error);
  const requestId = error instanceof CallError ? error.requestId : undefined;
  // Not PageHeader: this page is part of the entry chunk, which has to stay small.
  const title = offline ? text.notLoaded : text.failed;
  useEffect(() => {
    if (reloads) reload(Date.now());
  }, [reloads]);
  useDocumentTitle(title);
  useEffect(() => {
    // Logged to the console for developers; an error's text contains no data of the page.
    globalThis.reportError?.(error);
  }, [error]);
  if (reloads) return <LoadingPage />;
  return (
    <Box role="alert" sx={{ maxWidth: 560, mx: 'auto', py: { xs: 3, md: 8 } }}>
      <Typography variant="h1" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{offline ? text.notLoadedHint : text.failedHint}</Typography>
      {requestId === undefined ? null : <Muted block>{text.reference(requestId)}</Muted>}
      {/* A plain button, for the same reason. */}
      <Box
        component="button"
        type="button"
        onClick={() => window.location.reload()}
        sx={{
          mt: 2,
          px: 2,
          minHeight: 44,
          border: 0,
          borderRadius: '6px',
          font: 'inherit',
          fontWeight: 600,
          cursor: 'pointer',
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
        }}
      >
        {uiText.tryAgain}
      </Box>
      {/* A whole load, which finds a new version's chunks too; sign-in leads a signed-in person on to the home page. */}
      <Box
        component="a"
        href={paths.signIn}
        sx={{ ml: 2, lineHeight: '44px', display: 'inline-block', color: 'primary.main' }}
      >
        {text.toStart}
      </Box>
    </Box>
  );
}
