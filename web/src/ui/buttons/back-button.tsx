import IconButton from '@mui/material/IconButton';
import { useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '../icons/icon.tsx';
import { uiText } from '../text.ts';

/** Goes back to the page from which this one was opened; to `otherwise` if it was opened by its address. */
export function BackButton({ otherwise }: { otherwise: string }) {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <IconButton
      aria-label={uiText.back}
      onClick={() => void (key === 'default' ? navigate(otherwise) : navigate(-1))}
      sx={{ ml: -1, flexShrink: 0 }}
    >
      <Icon name="left" />
    </IconButton>
  );
}
