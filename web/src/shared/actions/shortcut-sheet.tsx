import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import { Key, keyName } from '../../ui/buttons/key.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { uiText } from '../../ui/text.ts';
import { setShortcutSheet, setSingleKeys, useShortcutState } from './actions.ts';
import { actionsText as text } from './text.ts';

/** The page's list of single keys. One host for the whole application. */
export function ShortcutSheet() {
  const { sheetOpen, groups, handled, on } = useShortcutState();
  const close = () => setShortcutSheet(false);
  const names = new Map([...groups.values()].flat().map(({ shortcut, name }) => [shortcut, name]));
  const rows = [
    ...[...names].map(([key, name]) => ({ key: keyName(key), name })),
    ...[...handled.values()].flat(),
    { key: '?', name: text.showKeys },
  ];
  return (
    <Dialog open={sheetOpen} onClose={close} aria-labelledby="keys-title" maxWidth="xs" fullWidth>
      <DialogTitle id="keys-title" sx={{ display: 'flex', alignItems: 'center', fontSize: '1rem', pr: 1 }}>
        {text.keys}
        <IconButton aria-label={uiText.close} onClick={close} sx={{ ml: 'auto' }}>
          <Icon name="cross" size={16} />
        </IconButton>
      </DialogTitle>
      <DialogContent>
        <Stack
          component="dl"
          sx={{ m: 0, gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1, alignItems: 'center' }}
        >
          {rows.map(({ key, name }) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">
                <Key>{key}</Key>
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {name}
              </Box>
            </Box>
          ))}
        </Stack>
        <FormControlLabel
          sx={{ mt: 2 }}
          control={<Switch checked={on} onChange={(event) => setSingleKeys(event.target.checked)} />}
          label={text.keysOn}
        />
      </DialogContent>
    </Dialog>
  );
}
