import MuiLink from '@mui/material/Link';
import { linkOfList } from '../../../shared/format/phone-link.tsx';
import { paths } from '../../../shared/paths.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { doctorsText } from '../text.ts';

const missing = '–';

export const MailLink = ({ email }: { email: string | null }) =>
  email === null ? (
    missing
  ) : (
    <MuiLink href={`mailto:${email}`} sx={{ ...linkOfList, overflowWrap: 'anywhere' }}>
      {email}
    </MuiLink>
  );

/** The doctor's id in other systems, below the name. */
export const ExternalId = ({ id }: { id: string | null }) => (
  <Muted block sx={{ fontWeight: 400, overflowWrap: 'anywhere' }}>
    {id === null ? undefined : doctorsText.externalId(id)}
  </Muted>
);

/** Links to the doctor's slots; only the focused row's is filled. */
export function ViewAppointments(props: {
  doctor: { pocId: string; pocName: string };
  /** The page to return to. */
  from: string;
  filled?: boolean;
  wide?: boolean;
}) {
  const { doctor, from, filled = false, wide = false } = props;
  const { pocId, pocName } = doctor;
  return (
    <LinkButton
      to={paths.viewAppointments}
      state={{ pocId, pocName, from }}
      size="small"
      variant={filled ? 'contained' : wide ? 'outlined' : 'text'}
      fullWidth={wide}
      aria-label={`${doctorsText.view}, ${pocName}`}
      sx={{ textDecoration: 'none', fontSize: '0.8125rem', px: 1.25 }}
    >
      {doctorsText.view}
    </LinkButton>
  );
}
