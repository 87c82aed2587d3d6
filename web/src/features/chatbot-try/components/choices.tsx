import type { TrialAct, TrialMessage } from '@dayline/contracts/endpoints/partner/chatbot-try';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Inline, Muted } from '../../../ui/layout/boxes.tsx';
import { trialText as text } from '../text.ts';

const pill = { minWidth: 0, minHeight: { xs: 44, md: 30 }, px: 1.25, borderRadius: '22px', fontSize: '0.8125rem' };

/** The buttons of a message, or the button that opens its list. Those of earlier messages can be tapped too. */
export function Choices({
  message,
  isLast,
  onAct,
}: {
  message: TrialMessage;
  isLast: boolean;
  onAct: (act: TrialAct) => unknown;
}) {
  const { id: messageId, kind, opens, choices, chosen } = message;
  const [isOpen, setOpen] = useState(false);
  if (kind === 'contact') {
    return (
      <Inline sx={{ mt: 0.75 }}>
        <Button variant="outlined" sx={pill} onClick={() => onAct({ does: 'share' })}>
          {text.share}
        </Button>
      </Inline>
    );
  }
  if (choices.length === 0) return null;
  const isShown = kind !== 'list' || (isOpen && isLast);
  return (
    <Inline wrap gap={0.5} role="group" aria-label={text.choices} sx={{ mt: 0.75 }}>
      {kind === 'list' && isLast ? (
        <Button variant="outlined" sx={pill} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {opens}
        </Button>
      ) : null}
      {choices
        .filter(({ id }) => isShown || id === chosen)
        .map(({ id, title, description }) => (
          <Button
            key={id}
            variant={isLast || id === chosen ? 'outlined' : 'text'}
            aria-pressed={id === chosen}
            sx={{
              ...pill,
              ...(id === chosen ? { bgcolor: 'teal.soft' } : {}),
              ...(kind === 'list' ? { width: '100%', justifyContent: 'space-between', gap: 1, textAlign: 'left' } : {}),
            }}
            onClick={() => onAct({ does: 'tap', messageId, choice: id })}
          >
            {title}
            {description === null ? null : <Muted>{description}</Muted>}
          </Button>
        ))}
    </Inline>
  );
}
