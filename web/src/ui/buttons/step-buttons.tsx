import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { Icon } from '../icons/icon.tsx';
import { Inline } from '../layout/boxes.tsx';
import { isRepeatable } from './single-press.ts';

interface Step {
  name: string;
  /** Absent at the end. */
  onStep: (() => void) | undefined;
}

/** Buttons for the previous and next date. */
export const StepButtons = ({
  back,
  on,
  size = 'small',
  sx,
}: { back: Step; on: Step } & Pick<IconButtonProps, 'size' | 'sx'>) => (
  <Inline {...isRepeatable} sx={sx}>
    {[back, on].map(({ name, onStep }) => (
      <IconButton key={name} size={size} aria-label={name} disabled={!onStep} onClick={onStep}>
        <Icon name={name === back.name ? 'left' : 'right'} />
      </IconButton>
    ))}
  </Inline>
);
