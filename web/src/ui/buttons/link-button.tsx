import Button, { type ButtonProps } from '@mui/material/Button';
import { Link } from 'react-router-dom';

/** A link to a page that looks like a button. */
export const LinkButton = (props: Omit<ButtonProps<typeof Link>, 'component'>) => (
  <Button component={Link} {...props} />
);
