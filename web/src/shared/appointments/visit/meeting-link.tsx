import MuiLink from '@mui/material/Link';
import { linkOfList } from '../../format/phone-link.tsx';
import { visitText as text } from './text.ts';

/** Opens the meeting of a Tele Consultation in a new tab; for a doctor, to join. */
export const MeetingLink = ({ link, name, joins }: { link: string; name: string; joins: boolean }) => (
  <MuiLink
    href={link}
    target="_blank"
    rel="noopener noreferrer"
    title={link}
    aria-label={joins ? text.joinOf(name) : text.linkOf(name)}
    sx={{ ...linkOfList, fontWeight: joins ? 600 : undefined }}
  >
    {joins ? text.join : text.link}
  </MuiLink>
);
