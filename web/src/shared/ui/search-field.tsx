import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef } from 'react';
import { useShortcuts } from '../actions/shortcuts.ts';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';

/** A list's search; `/` focuses it, Escape clears it. */
export function SearchField(props: {
  /** Its name for readers; the placeholder too, unless one is given. */
  label: string;
  placeholder?: string;
  value: string;
  onChange(value: string): void;
}) {
  const { label, placeholder, value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', label: 'Search', perform: () => input.current?.focus() }]);
  return (
    <OutlinedInput
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (value === '') input.current?.blur();
        else onChange('');
      }}
      placeholder={placeholder ?? label}
      inputRef={input}
      slotProps={{
        input: { 'aria-label': label, type: 'text', role: 'searchbox', autoComplete: 'off', spellCheck: false },
      }}
      startAdornment={
        <InputAdornment position="start">
          <Icon name="search" size={18} />
        </InputAdornment>
      }
      endAdornment={
        <InputAdornment position="end">
          {value === '' ? (
            <Key>/</Key>
          ) : (
            <IconButton size="small" aria-label="Clear" onClick={() => onChange('')} edge="end">
              <Icon name="cross" size={16} />
            </IconButton>
          )}
        </InputAdornment>
      }
      sx={{ width: { xs: '100%', sm: 280 } }}
    />
  );
}
