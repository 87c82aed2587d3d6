import type { ButtonProps } from '@mui/material/Button';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import { useActions } from '../actions/actions.ts';
import { paths } from '../paths.ts';
import { useIdentity } from '../session/session-store.ts';
import { appointmentText as text } from './text.ts';

/**
 * Starts a booking, also by a key. Next to a search it is only an icon on a phone; in a full line its last word is
 * shown only on a wide screen.
 */
export function AddAppointment({
  variant = 'contained',
  beside = 'search',
}: Pick<ButtonProps, 'variant'> & { beside?: 'nothing' | 'search' | 'filters' }) {
  const { add: name, addStart, addEnd } = text;
  const { clientId, clientName } = useIdentity();
  const navigate = useNavigate();
  const state = { clientId, clientName };
  useActions([{ name, shortcut: 'b', icon: 'plus', perform: () => void navigate(paths.addNewAppointment, { state }) }]);
  const from = (screen: 'md' | 'xl') => ({ display: { xs: 'none', [screen]: 'inline' } });
  return (
    <LinkButton
      to={paths.addNewAppointment}
      state={state}
      variant={variant}
      aria-label={name}
      aria-keyshortcuts="b"
      startIcon={<Icon name="plus" />}
      sx={{ flexShrink: 0, minWidth: 44, ...(beside === 'nothing' ? {} : { px: { xs: 1, md: 2 } }) }}
    >
      <Span sx={beside === 'nothing' ? {} : from('md')}>
        {addStart}
        <Span sx={beside === 'filters' ? from('xl') : {}}>{addEnd}</Span>
      </Span>
    </LinkButton>
  );
}
