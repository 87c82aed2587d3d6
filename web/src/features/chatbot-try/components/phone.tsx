import type { Trial, TrialAct, TrialMessage } from '@dayline/contracts/endpoints/partner/chatbot-try';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, lineAbove, lineBelow, Muted, outlined, PlainList } from '../../../ui/layout/boxes.tsx';
import { trialText as text } from '../text.ts';
import { Choices } from './choices.tsx';
import { TapNumber } from './tap-number.tsx';

type OnAct = (act: TrialAct) => Promise<boolean>;

/** A phone with the talk, as WhatsApp shows it. */
export function Phone({ trial, name, onAct }: { trial: Trial; name: string | null; onAct: OnAct }) {
  const { clientName } = useIdentity();
  const { messages, isAwaited, isHandedOver } = trial;
  const talk = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message is shown
  useEffect(() => {
    if (talk.current) talk.current.scrollTop = talk.current.scrollHeight;
  }, [messages.length, isAwaited]);
  return (
    <Box
      component="section"
      aria-label={name === null ? text.phone : text.phoneOf(name.split(' ')[0] ?? name)}
      sx={{
        ...{ display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr) auto', height: 620, width: '100%' },
        ...{ maxWidth: 348, mx: 'auto', border: '8px solid #17212b', borderRadius: '34px', overflow: 'hidden' },
        bgcolor: 'surface.raised',
      }}
    >
      <Box sx={{ px: 2, py: 1, bgcolor: 'background.paper', ...lineBelow }}>
        <Typography sx={{ fontWeight: 600 }}>{clientName}</Typography>
        <Muted block>{text.answers}</Muted>
      </Box>
      <PlainList
        ref={talk}
        aria-live="polite"
        // Focusable, since it scrolls.
        tabIndex={0}
        aria-label={text.message}
        sx={{ overflowY: 'auto', p: 1.5, display: 'flex', flexDirection: 'column', gap: 0.75 }}
      >
        {messages.length === 0 ? (
          <Muted component="li" sx={{ textAlign: 'center', my: 'auto' }}>
            {text.sayHi}
          </Muted>
        ) : null}
        {messages.map((message, index) => (
          <Bubble key={message.id} message={message} isLast={index === messages.length - 1} onAct={onAct} />
        ))}
        {isAwaited ? <Muted component="li">{text.writing}</Muted> : null}
        {isHandedOver && !isAwaited ? (
          <Muted component="li" sx={{ textAlign: 'center' }}>
            {text.handedOver}
          </Muted>
        ) : null}
      </PlainList>
      <Write onAct={onAct} />
    </Box>
  );
}

function Bubble({ message, isLast, onAct }: { message: TrialMessage; isLast: boolean; onAct: OnAct }) {
  const isPerson = message.from === 'person';
  return (
    <Inline
      component="li"
      gap={1}
      sx={{ alignSelf: isPerson ? 'flex-end' : 'flex-start', maxWidth: '92%', alignItems: 'flex-start' }}
    >
      {message.tap === null ? null : <TapNumber tap={message.tap} />}
      <Box
        sx={{
          ...{ px: 1.5, py: 0.75, borderRadius: '14px', fontSize: '0.8125rem', minWidth: 0 },
          ...{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
          ...(isPerson
            ? { bgcolor: 'primary.main', color: 'primary.contrastText', borderBottomRightRadius: '4px' }
            : { bgcolor: 'background.paper', borderBottomLeftRadius: '4px', ...outlined }),
        }}
      >
        {message.text}
        <Choices message={message} isLast={isLast} onAct={onAct} />
      </Box>
    </Inline>
  );
}

function Write({ onAct }: { onAct: OnAct }) {
  const [typed, setTyped] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '' && (await onAct({ does: 'say', text: typed }))) setTyped('');
  };
  return (
    <Inline component="form" onSubmit={submit} gap={1} sx={{ p: 1, bgcolor: 'background.paper', ...lineAbove }}>
      <OutlinedInput
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={text.placeholder}
        fullWidth
        size="small"
        inputProps={{ 'aria-label': text.message, maxLength: 1_000, autoComplete: 'off' }}
      />
      <IconButton type="submit" aria-label={text.send} color="primary">
        <Icon name="send" />
      </IconButton>
    </Inline>
  );
}
