import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect, useRef } from 'react';
import { bookingText as text } from '../text.ts';

interface SummarisedError {
  /** Focuses the field, if there is one. */
  focus?: () => void;
  message: string;
}

/**
 * The errors of a submitted form, above its fields. Focused whenever `attempt` grows, so that screen readers announce
 * it; each line links to its field.
 */
export function ErrorSummary({ errors, attempt }: { errors: readonly SummarisedError[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  const any = errors.length > 0;
  useEffect(() => {
    if (any && attempt > 0) box.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <Box
      ref={box}
      role="alert"
      tabIndex={-1}
      sx={{
        px: 2,
        py: 1.25,
        border: '1px solid',
        borderRadius: '6px',
        borderColor: 'status.cancelled.line',
        bgcolor: 'status.cancelled.soft',
        color: 'status.cancelled.main',
      }}
    >
      <Box sx={{ fontWeight: 600 }}>{text.checkMarked}</Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {errors.map(({ focus, message }) => (
          <li key={message}>
            {focus === undefined ? (
              message
            ) : (
              <Link
                href="#"
                color="inherit"
                sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 24 } }}
                onClick={(event) => {
                  event.preventDefault();
                  focus();
                }}
              >
                {message}
              </Link>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}
