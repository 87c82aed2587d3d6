import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/icons/icon.tsx';
import { paths } from '../../paths.ts';
import { visitText as text } from './text.ts';

/** Link to the printable list of today, of one doctor or of all. */
export const PrintList = ({ pocId }: { pocId?: string | undefined }) => (
  <IconButton
    component={Link}
    to={pocId === undefined ? paths.dayList : `${paths.dayList}?${new URLSearchParams({ doctor: pocId })}`}
    aria-label={text.printList}
    title={text.printList}
    // A phone has no room beside the search, and rarely a printer.
    sx={{ display: { xs: 'none', md: 'inline-flex' } }}
  >
    <Icon name="print" />
  </IconButton>
);
