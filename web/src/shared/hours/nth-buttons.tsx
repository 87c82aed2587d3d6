import type { Nth } from '@dayline/contracts/clinic/sessions';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { nths, nthText } from './hours-words.ts';

/** Weeks of the month, of which several can be chosen; `others` are further choices beside them. */
export function NthButtons<Other extends string = never>(props: {
  label: string;
  describedBy?: string;
  value: readonly (Nth | Other)[];
  others?: readonly { value: Other; label: string }[];
  onChange(chosenNths: readonly (Nth | Other)[]): void;
}) {
  const { label, describedBy, value, others = [], onChange } = props;
  const choices = [...nths.map((nth) => ({ value: nth, label: nthText(nth) })), ...others];
  return (
    <ToggleButtonGroup
      aria-label={label}
      aria-describedby={describedBy}
      value={[...value]}
      onChange={(_, chosenNths: (Nth | Other)[]) => onChange(chosenNths)}
      sx={{
        flexWrap: 'wrap',
        gap: '6px',
        // Each button has its own border, since they wrap on a phone.
        '& .MuiToggleButtonGroup-grouped': {
          m: 0,
          border: '1px solid',
          borderColor: 'field.border',
          borderRadius: '6px',
        },
      }}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice.value} value={choice.value} sx={{ fontSize: '0.8125rem' }}>
          {choice.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
