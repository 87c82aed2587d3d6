import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../product.ts';
import { useArrivalFocus } from './arrival-focus.ts';
import { Inline, Muted } from './boxes.tsx';

/**
 * A page's first line: title, badge, tabs or fields after it, and the primary action at the right. Sets the document's
 * title too.
 */
export function PageHeader(props: {
  title: string;
  /** A line below the title. */
  subtitle?: string;
  beforeTitle?: ReactNode;
  afterTitle?: ReactNode;
  action?: ReactNode;
}) {
  const { title, subtitle, beforeTitle, afterTitle, action } = props;
  const heading = useArrivalFocus();
  useDocumentTitle(title);
  return (
    <Inline wrap sx={{ columnGap: 1.5, rowGap: 1, mb: 2, minHeight: 40 }}>
      {beforeTitle}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" tabIndex={-1} ref={heading} id="page-title">
          {title}
        </Typography>
        <Muted block>{subtitle}</Muted>
      </Box>
      {afterTitle}
      {action === undefined ? null : (
        <Box sx={{ ml: { xs: 0, sm: 'auto' }, width: { xs: '100%', sm: 'auto' }, display: 'flex', gap: 1 }}>
          {action}
        </Box>
      )}
    </Inline>
  );
}
