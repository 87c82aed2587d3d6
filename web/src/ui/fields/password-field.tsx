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
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            size="small"
            edge="end"
            aria-label={isShown ? text.hidePassword : text.showPassword}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eyeOff' : 'eye'} size={18} />
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
