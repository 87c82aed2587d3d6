import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '../buttons/link-button.tsx';
import { VisuallyHidden } from '../layout/boxes.tsx';
import { uiText as text } from '../text.ts';

/** "then redirect to login after a 5 s countdown" (section 4): shows the countdown, and a link to go at once. */
export function CountdownRedirect(props: {
  to: string;
  /** Label of the link that goes at once. */
  label: string;
  seconds?: number;
}) {
  const { to, label, seconds = 5 } = props;
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const navigate = useNavigate();
  useEffect(() => {
    if (secondsLeft <= 0) {
      navigate(to, { replace: true });
      return;
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft, navigate, to]);
  return (
    <>
      {/* Announced once, not every second. */}
      <Typography sx={{ color: 'text.secondary' }} aria-hidden="true">
        {text.redirecting(secondsLeft)}
      </Typography>
      <VisuallyHidden role="status">{text.redirecting(seconds)}</VisuallyHidden>
      <LinkButton to={to} replace variant="outlined" autoFocus>
        {label}
      </LinkButton>
    </>
  );
}
