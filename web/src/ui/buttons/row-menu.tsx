import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../icons/icon.tsx';
import { type Action, type ActionLink, isEnabled } from './action.ts';
import { Key, keyName } from './key.tsx';
import { isAction } from './single-press.ts';

export type RowMenuItem = Action | ActionLink;

/** Renders each item as a menu item; `close` is called before the item's action runs. */
export function menuLines(items: readonly RowMenuItem[], close: () => void): ReactNode[] {
  return items.map((item) => {
    const sign = item.icon ? (
      <ListItemIcon sx={{ color: 'inherit' }}>
        <Icon name={item.icon} />
      </ListItemIcon>
    ) : null;
    if ('to' in item) {
      return (
        <MenuItem key={item.name} component={Link} to={item.to} state={item.state} onClick={close}>
          {sign}
          {item.name}
        </MenuItem>
      );
    }
    const enabled = isEnabled(item);
    return (
      <MenuItem
        key={item.name}
        {...isAction}
        disabled={!enabled}
        onClick={() => {
          close();
          item.perform();
        }}
        sx={item.destructive ? { color: 'status.cancelled.main' } : {}}
      >
        {sign}
        <span>
          {item.name}
          {!enabled && item.reason !== undefined ? (
            <Typography component="span" variant="caption" sx={{ display: 'block' }}>
              {item.reason}
            </Typography>
          ) : null}
        </span>
        {item.shortcut === undefined ? null : <MenuKey>{item.shortcut}</MenuKey>}
      </MenuItem>
    );
  });
}

const MenuKey = ({ children }: { children: string }) => (
  <Typography component="span" aria-hidden="true" sx={{ ml: 'auto', pl: 2, display: { xs: 'none', md: 'block' } }}>
    <Key>{keyName(children)}</Key>
  </Typography>
);

/** A row's actions other than its buttons. `about` names the row's subject, above the items. */
export function RowMenu(props: { label: string; about?: ReactNode; items: readonly RowMenuItem[] }) {
  const { label, about, items } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const open = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        size="small"
        id={`${id}button`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}menu` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={(theme) => ({ [theme.breakpoints.down('md')]: { width: 44, height: 44 } })}
      >
        <Icon name="more" />
      </IconButton>
      <Menu
        id={`${id}menu`}
        anchorEl={anchor}
        open={open}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-labelledby': `${id}button` }, paper: { elevation: 8, variant: 'elevation' } }}
      >
        {about === undefined ? null : (
          <Typography
            component="li"
            role="presentation"
            variant="caption"
            sx={{ px: 2, pt: 0.5, pb: 1, mb: 0.5, borderBottom: '1px solid', borderColor: 'divider' }}
          >
            {about}
          </Typography>
        )}
        {menuLines(items, close)}
      </Menu>
    </>
  );
}
