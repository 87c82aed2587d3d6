import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { IconName } from '../../../ui/icons/icon.tsx';
import { useArrivalFocus } from '../../../ui/layout/arrival-focus.ts';
import { useDocumentTitle } from '../../../ui/product.ts';

/** What the company offers, with its icon. */
export interface Offer {
  icon: IconName;
  title: string;
  text: string;
}

/** What patients can ask the chatbot. */
export interface Talk extends Offer {
  steps: readonly string[];
}

/** A full-width band of a public page with its 1120 px column; `soft` has the canvas colour. */
export function Band(props: {
  id?: string;
  soft?: boolean;
  /** No gap to the band above. */
  flush?: boolean;
  children: ReactNode;
}) {
  const { id, soft = false, flush = false, children } = props;
  return (
    <Box
      component="section"
      {...(id === undefined ? {} : { id, 'aria-labelledby': `${id}-title` })}
      sx={{
        bgcolor: soft ? 'background.default' : 'background.paper',
        py: { xs: 7, md: 11 },
        ...(flush && { pt: { xs: 0, md: 0 }, scrollMarginTop: 32 }),
      }}
    >
      <Box sx={{ maxWidth: 1120, mx: 'auto', px: { xs: 2, md: 3 } }}>{children}</Box>
    </Box>
  );
}

/** The page's only `h1`; sets the document's title too. */
export function SiteTitle({ title, children }: { title?: string; children: string }) {
  const heading = useArrivalFocus();
  useDocumentTitle(title ?? children);
  return (
    <Typography
      variant="h1"
      id="page-title"
      tabIndex={-1}
      ref={heading}
      sx={{
        fontSize: { xs: '2.125rem', md: '3rem' },
        lineHeight: { xs: '2.625rem', md: '3.5rem' },
        letterSpacing: '-.025em',
        textWrap: 'balance',
      }}
    >
      {children}
    </Typography>
  );
}

export function BandTitle({ id, children }: { id: string; children: string }) {
  return (
    <Typography
      variant="h2"
      id={`${id}-title`}
      sx={{ fontSize: '1.875rem', lineHeight: '2.375rem', letterSpacing: '-.015em' }}
    >
      {children}
    </Typography>
  );
}

export function Lead({ children }: { children: ReactNode }) {
  return (
    <Typography sx={{ fontSize: '1.1875rem', lineHeight: '1.875rem', color: 'text.secondary', textWrap: 'pretty' }}>
      {children}
    </Typography>
  );
}

export function Text({ children, muted = false }: { children: ReactNode; muted?: boolean }) {
  return (
    <Typography sx={{ fontSize: '1rem', lineHeight: '1.625rem', ...(muted && { color: 'text.secondary' }) }}>
      {children}
    </Typography>
  );
}
