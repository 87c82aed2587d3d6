import MuiLink from '@mui/material/Link';
import { phoneText } from '../../ui/locale/words.ts';

/** On a phone a list's link is tall enough to tap (WCAG 2.5.8). */
export const linkOfList = {
  display: { xs: 'inline-flex', md: 'inline' },
  alignItems: 'center',
  minHeight: 24,
} as const;

/** A phone number to call, in wire format: country code plus number. */
export const PhoneLink = ({ phone }: { phone: string | null }) =>
  phone === null ? (
    '–'
  ) : (
    <MuiLink href={`tel:+${phone}`} sx={{ ...linkOfList, whiteSpace: 'nowrap' }}>
      {phoneText(phone)}
    </MuiLink>
  );
