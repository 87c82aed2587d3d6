import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from './icon.tsx';

/** A line of a row's menu: leads somewhere, or does something. */
export type RowMenuItem = { label: string; icon: IconName } & ({ to: string } | { perform(): void });

/** What can be done with a row besides its buttons. */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
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
        {items.map((item) => {
          const content = (
            <>
              <ListItemIcon>
                <Icon name={item.icon} />
              </ListItemIcon>
              {item.label}
            </>
          );
          return 'to' in item ? (
            <MenuItem key={item.label} component={Link} to={item.to} onClick={close}>
              {content}
            </MenuItem>
          ) : (
            <MenuItem
              key={item.label}
              onClick={() => {
                close();
                item.perform();
              }}
            >
              {content}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
