import MuiLink, { type LinkProps } from '@mui/material/Link';
import { Link } from 'react-router-dom';

/** A link to a page, within text. */
export const TextLink = (props: LinkProps<typeof Link>) => <MuiLink component={Link} {...props} />;
