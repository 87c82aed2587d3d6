import Button, { type ButtonProps } from '@mui/material/Button';
import { Icon } from '../icons/icon.tsx';
import { type Action, isEnabled } from './action.ts';
import { isAction, isRepeatable } from './single-press.ts';

/**
 * A button for an action. `primary` is the single filled button of the page or the focused row; a quiet one has no
 * outline.
 */
export function ActionButton(
  props: { action: Action; primary?: boolean; quiet?: boolean } & Pick<
    ButtonProps,
    'size' | 'loading' | 'fullWidth' | 'sx' | 'aria-label' | 'aria-describedby'
  >,
) {
  const { action, primary = false, quiet = false, ...look } = props;
  const isOff = !isEnabled(action);
  return (
    <Button
      variant={primary ? 'contained' : quiet ? 'text' : 'outlined'}
      color={action.destructive ? 'error' : 'primary'}
      disabled={isOff}
      // Not disabled, so that it keeps the focus.
      aria-disabled={action.isPending}
      // A disabled button wouldn't show its title: the pointer has to reach it.
      {...(isOff && action.reason !== undefined ? { title: action.reason, style: { pointerEvents: 'auto' } } : {})}
      onClick={action.perform}
      aria-keyshortcuts={action.shortcut}
      {...(action.icon ? { startIcon: <Icon name={action.icon} /> } : {})}
      {...(action.repeats ? isRepeatable : isAction)}
      {...look}
    >
      {action.name}
    </Button>
  );
}
