import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { uiText as text } from '../text.ts';
import { TextField, type TextFieldProps } from './fields.tsx';

/**
 * A password, hidden until its eye icon is pressed. `autoComplete` distinguishes the current password from a new one.
 */
export function PasswordField(
  props: Omit<TextFieldProps, 'type' | 'endAdornment'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            size="small"
            edge="end"
            aria-label={shown ? text.hidePassword : text.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} size={18} />
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
