import { tokenText } from '@dayline/contracts/hall/tokens';
import Button from '@mui/material/Button';
import { type Action, isEnabled } from '../../../ui/buttons/action.ts';
import { isAction } from '../../../ui/buttons/single-press.ts';
import { Span } from '../../../ui/layout/boxes.tsx';
import { appointmentText } from '../text.ts';
import type { Present } from './presence.ts';

/** Call Next with the next patient's token. */
export function NextButton(props: {
  action: Action;
  next: Present | undefined;
  primary?: boolean;
  withName?: boolean;
}) {
  const { action, next, primary = false, withName = false } = props;
  const token = next && next.presence.token > 0 ? tokenText(next.presence) : undefined;
  return (
    <Button
      {...isAction}
      variant={primary ? 'contained' : 'outlined'}
      disabled={!isEnabled(action)}
      // Not disabled: it keeps the focus.
      aria-disabled={action.isPending}
      onClick={action.perform}
      aria-keyshortcuts={action.shortcut}
      sx={{ minHeight: 40, gap: 1, fontWeight: 600, flexWrap: 'wrap', whiteSpace: 'normal', minWidth: 0 }}
    >
      {action.name}
      {token === undefined ? null : (
        <Span
          sx={{
            ...{ px: 1, borderRadius: 1, fontSize: '1.0625rem', fontWeight: 700 },
            ...(primary
              ? { bgcolor: 'background.paper', color: 'primary.main' }
              : { bgcolor: 'surface.raised', color: 'primary.main' }),
          }}
        >
          {token}
        </Span>
      )}
      {withName && next ? (
        <Span sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{next.PatientName ?? appointmentText.erased}</Span>
      ) : null}
    </Button>
  );
}
