import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useArrivalFocus } from '../../../ui/layout/arrival-focus.ts';
import { documentTitle } from '../../../ui/product.ts';

/** A page of onboarding: its title, a line below it, and its form. Sets the document's title. */
export function OnboardingFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const heading = useArrivalFocus();
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box>
        <Typography
          variant="h1"
          id="page-title"
          tabIndex={-1}
          ref={heading}
          sx={{ fontSize: '1.75rem', lineHeight: '2.25rem' }}
        >
          {title}
        </Typography>
        {lead === undefined ? null : <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>}
      </Box>
      {children}
    </Box>
  );
}
