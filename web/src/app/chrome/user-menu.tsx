import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { setShortcutSheet, useActions } from '../../shared/actions/actions.ts';
import { actionsText } from '../../shared/actions/text.ts';
import { showToast } from '../../shared/actions/toast.ts';
import { call } from '../../shared/api/client.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { Key, keyName } from '../../ui/buttons/key.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Round, Span, visuallyHidden } from '../../ui/layout/boxes.tsx';
import { changeLanguage, otherLanguage, otherName } from '../../ui/locale/locale.ts';
import { initials } from '../../ui/locale/words.ts';
import { lock } from '../lock.ts';
import { chromeText as text } from './text.ts';

export interface UserMenuItem {
  label: string;
  to: string;
  icon: IconName;
}

/** A setting of the account: it applies wherever its owner signs in. */
async function chooseLanguage(): Promise<void> {
  try {
    await call('setLanguage', { language: otherLanguage });
    changeLanguage();
  } catch {
    showToast({ kind: 'error', message: text.languageFailed });
  }
}

const nextScheme = { system: 'light', light: 'dark', dark: 'system' } as const;

function AccountButton(props: Omit<Account, 'items'> & { isOpen: boolean; onOpen(anchor: HTMLElement): void }) {
  const { name, person, face, isOpen, onOpen } = props;
  return (
    <ButtonBase
      id="account-button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'account-menu' : undefined}
      onClick={(event) => onOpen(event.currentTarget)}
      sx={{
        gap: 1,
        minHeight: { xs: 44, md: 40 },
        minWidth: { xs: 44, md: 0 },
        pl: 0.5,
        pr: 0.5,
        borderRadius: '6px',
        fontSize: '0.875rem',
      }}
    >
      <Round
        component="span"
        aria-hidden="true"
        // 28 px for 12 px text; grows with the text.
        size="2.333em"
        sx={{ fontSize: '0.75rem', fontWeight: 600, bgcolor: 'teal.soft', color: 'primary.main' }}
      >
        {initials(face)}
      </Round>
      <Span
        title={[person, name].filter(Boolean).join(', ')}
        sx={{
          ...{ display: 'grid', textAlign: 'start', lineHeight: '1.125rem', maxWidth: 320 },
          '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
          // On a phone only the initials are visible; screen readers get the name.
          '@media (max-width: 899.95px)': visuallyHidden,
        }}
      >
        {person === undefined ? null : <Span sx={{ fontWeight: 600 }}>{person}</Span>}
        <Span sx={person === undefined ? {} : { fontSize: '0.75rem', color: 'text.secondary' }}>{name}</Span>
      </Span>
      <Span sx={{ display: { xs: 'none', md: 'flex' } }}>
        <Icon name="down" size={16} />
      </Span>
    </ButtonBase>
  );
}

interface Account {
  name: string;
  /** Who is signed in, where several people share the name. */
  person?: string | undefined;
  /** The name for the initials. */
  face: string;
  items: readonly UserMenuItem[];
}

/** The account menu at the right of the bar. */
export function UserMenu({ name, person, face, items }: Account) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { mode, setMode } = useColorScheme();
  const close = () => setAnchor(null);
  const isOpen = anchor !== null;
  const lockPage = { name: text.lock, shortcut: 'l', perform: () => void lock() } satisfies Action;
  useActions([lockPage]);
  return (
    <>
      <AccountButton name={name} person={person} face={face} isOpen={isOpen} onOpen={setAnchor} />
      <Menu
        id="account-menu"
        anchorEl={anchor}
        open={isOpen}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-labelledby': 'account-button' }, paper: { elevation: 8, variant: 'elevation' } }}
      >
        <Box component="li" role="presentation" sx={{ px: 2, py: 1, fontWeight: 600, maxWidth: 320 }}>
          {person === undefined ? null : <Span sx={{ display: 'block' }}>{person}</Span>}
          {name}
        </Box>
        <Divider component="li" role="separator" />
        {mode ? (
          <MenuItem onClick={() => setMode(nextScheme[mode])}>
            <ListItemIcon>
              <Icon name="contrast" />
            </ListItemIcon>
            {text.colours(mode)}
          </MenuItem>
        ) : null}
        <MenuItem
          onClick={() => {
            close();
            setShortcutSheet(true);
          }}
        >
          <ListItemIcon>
            <Icon name="keyboard" />
          </ListItemIcon>
          {actionsText.keys}
        </MenuItem>
        <MenuItem onClick={chooseLanguage} lang={otherLanguage}>
          <ListItemIcon>
            <Icon name="globe" />
          </ListItemIcon>
          {otherName}
        </MenuItem>
        <Divider component="li" role="separator" />
        <MenuItem onClick={lockPage.perform}>
          <ListItemIcon>
            <Icon name="lock" />
          </ListItemIcon>
          <Span sx={{ flex: 1, pr: 2 }}>{lockPage.name}</Span>
          <Key>{keyName(lockPage.shortcut)}</Key>
        </MenuItem>
        {items.map((item) => (
          <MenuItem key={item.label} component={Link} to={item.to} onClick={close}>
            <ListItemIcon>
              <Icon name={item.icon} />
            </ListItemIcon>
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
