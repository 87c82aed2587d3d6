import Button from '@mui/material/Button';
import { replayText as text } from '../text.ts';

/** Narrows a compared list to the rows that differ. */
export const OnlyDifferences = ({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) => (
  <Button size="small" variant={isOn ? 'contained' : 'outlined'} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
    {text.onlyDifferences}
  </Button>
);
