import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { useArrivalFocus } from '../../ui/layout/arrival-focus.ts';
import { Stack } from '../../ui/layout/boxes.tsx';
import { useDocumentTitle } from '../../ui/product.ts';
import type { Outcome } from './use-submit.ts';

/** A page of sign-in or onboarding: its title, a line below it, and its form. Sets the document's title. */
export function FormFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const heading = useArrivalFocus();
  useDocumentTitle(title);
  return (
    <Stack gap={2.5} sx={{ alignContent: 'start', '& .MuiButton-contained, & .MuiButton-outlined': { minHeight: 44 } }}>
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
    </Stack>
  );
}

/** A form's outcome; a reply refers to the mailbox. */
export const OutcomeBanner = ({ outcome }: { outcome: Outcome | undefined }) =>
  outcome?.isDone ? (
    <Banner tone="visited" icon="mail">
      {outcome.sentence}
    </Banner>
  ) : (
    <Problem>{outcome?.sentence}</Problem>
  );
