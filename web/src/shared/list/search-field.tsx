import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef } from 'react';
import { Key } from '../../ui/buttons/key.tsx';
import { isComposing } from '../../ui/fields/composing.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import { uiText } from '../../ui/text.ts';
import { useActions } from '../actions/actions.ts';
import { sharedText as text } from '../text.ts';

/** A list's search; `/` focuses it, Escape clears it. */
export function SearchField(props: {
  /** Its accessible name; also the placeholder, unless one is given. */
  label: string;
  placeholder?: string;
  value: string;
  onChange(value: string): void;
  /** In px. */
  width?: number;
}) {
  const { label, placeholder, value, onChange, width = 312 } = props;
  const input = useRef<HTMLInputElement>(null);
  useActions([{ shortcut: '/', name: text.search, icon: 'search', perform: () => input.current?.focus() }]);
  return (
    <OutlinedInput
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
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
        <InputAdornment position="start" sx={{ display: { xs: 'none', sm: 'flex' } }}>
          <Icon name="search" size={18} />
        </InputAdornment>
      }
      endAdornment={
        <InputAdornment position="end">
          {value === '' ? (
            // A narrow screen has no room for it beside the placeholder, and usually no keyboard.
            <Span sx={{ display: { xs: 'none', md: 'flex' } }}>
              <Key>/</Key>
            </Span>
          ) : (
            <IconButton size="small" aria-label={uiText.clear} onClick={() => onChange('')} edge="end">
              <Icon name="cross" size={16} />
            </IconButton>
          )}
        </InputAdornment>
      }
      sx={{ width: { xs: '100%', sm: width } }}
    />
  );
}
