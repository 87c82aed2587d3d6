import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { uiText } from '../text.ts';
import { type Choice, Field, type FieldFrameProps } from './fields.tsx';

/** Chooses one of a search's results; text alone chooses nothing, and is cleared when the field is left. */
export function SearchChoiceField(
  props: Pick<FieldFrameProps, 'label' | 'labelHidden'> & {
    placeholder: string;
    value: Choice | null;
    /** The search's results; labels may be equal. */
    choices: readonly Choice[];
    /** Shown if there are no choices. */
    none: string;
    autoFocus?: boolean;
    onSearch(input: string): void;
    onChoose(value: Choice | null): void;
  },
) {
  const { label, labelHidden = false, placeholder, value, choices, none, autoFocus = false } = props;
  const { onSearch, onChoose } = props;
  const isThere = value === null || choices.some((choice) => choice.value === value.value);
  return (
    <Field label={label} labelHidden={labelHidden}>
      {({ inputId }) => (
        <Autocomplete
          id={inputId}
          value={value}
          options={isThere ? choices : [...choices, value]}
          // The search has already filtered them.
          filterOptions={(all) => all}
          filterSelectedOptions
          getOptionKey={(choice) => choice.value}
          isOptionEqualToValue={(choice, chosenValue) => choice.value === chosenValue.value}
          onChange={(_, choice) => onChoose(choice)}
          onInputChange={(_, input, reason) => onSearch(reason === 'input' ? input : '')}
          noOptionsText={none}
          clearText={uiText.clear}
          autoHighlight
          forcePopupIcon={false}
          // As high as other fields: MUI would add its own padding.
          sx={{
            '& .MuiOutlinedInput-root': { py: 0, pl: 0 },
            '& .MuiOutlinedInput-root .MuiAutocomplete-input': { p: '9px 12px' },
          }}
          renderInput={({ slotProps: { input, htmlInput }, ...rest }) => (
            <OutlinedInput
              {...rest}
              {...input}
              placeholder={placeholder}
              autoFocus={autoFocus}
              slotProps={{ input: htmlInput }}
            />
          )}
        />
      )}
    </Field>
  );
}
