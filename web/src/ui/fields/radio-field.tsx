import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';

/** A choice of one among a few options, all of them visible. */
export function RadioField<Value extends string>(props: {
  label: string;
  /** Where a heading shows the label. */
  labelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange(value: Value): void;
  autoFocus?: boolean;
}) {
  const { label, labelHidden = false, options, value, onChange, autoFocus = false } = props;
  const labelId = useId();
  return (
    <FormControl>
      {labelHidden ? null : (
        <FormLabel
          id={labelId}
          sx={{ '&, &.Mui-focused': { color: 'text.primary' }, fontSize: '0.8125rem', fontWeight: 600 }}
        >
          {label}
        </FormLabel>
      )}
      <RadioGroup
        {...(labelHidden ? { 'aria-label': label } : { 'aria-labelledby': labelId })}
        value={value ?? ''}
        // Cast is safe: the values are those of the options.
        onChange={(_, chosenValue) => onChange(chosenValue as Value)}
      >
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            {...option}
            control={<Radio size="small" autoFocus={autoFocus && option.value === value} />}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
