import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

/** A choice of a few options, side by side; once one is selected, one always is. */
export function ModeToggle<Mode extends string>(props: {
  label: string;
  value: Mode | undefined;
  onChange(mode: Mode): void;
  modes: readonly { value: Mode; label: string }[];
}) {
  const { label, value, onChange, modes } = props;
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      aria-label={label}
      value={value ?? null}
      // Pressing the selected one again gives null; it stays selected.
      onChange={(_, next: Mode | null) => next && onChange(next)}
    >
      {modes.map((mode) => (
        <ToggleButton key={mode.value} value={mode.value}>
          {mode.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
