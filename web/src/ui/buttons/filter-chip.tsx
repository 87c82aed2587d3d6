import Chip from '@mui/material/Chip';
import { Icon, type IconName } from '../icons/icon.tsx';

export interface FilterChipProps {
  icon?: IconName;
  label: string;
  /** The accessible name, which says that a click clears it. */
  name: string;
  onClear(): void;
}

/** A filter in force. */
export const FilterChip = ({ icon, label, name, onClear }: FilterChipProps) => (
  <Chip
    {...(icon ? { icon: <Icon name={icon} size={14} sx={{ ml: 1.5, mr: -0.5 }} /> } : {})}
    label={label}
    color="primary"
    variant="outlined"
    aria-label={name}
    onClick={onClear}
    onDelete={onClear}
    deleteIcon={<Icon name="cross" size={14} sx={{ ml: -0.5, mr: 1.5 }} />}
    sx={{ flexShrink: 0, minHeight: { xs: 44, md: 32 }, borderRadius: 22, bgcolor: 'teal.soft', fontWeight: 600 }}
  />
);
