import MuiLink from '@mui/material/Link';
import { phoneText } from './words.ts';

/** A phone number to call, as on the wire: country code plus number. */
export const PhoneLink = ({ phone }: { phone: string | null }) =>
  phone === null ? (
    '–'
  ) : (
    <MuiLink
      href={`tel:+${phone}`}
      sx={{ whiteSpace: 'nowrap', display: { xs: 'inline-flex', md: 'inline' }, alignItems: 'center', minHeight: 24 }}
    >
      {phoneText(phone)}
    </MuiLink>
  );
