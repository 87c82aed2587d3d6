import type { ChatMessage, WholeChat } from '@dayline/contracts/endpoints/partner/chats';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { useUnderway } from '../../../shared/actions/underway.ts';
import { call } from '../../../shared/api/client.ts';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Inline, lineAbove, lineBelow, Muted, outlined, PlainList } from '../../../ui/layout/boxes.tsx';
import { nameOf } from '../rules.ts';
import { conversationsText as text } from '../text.ts';
import { ReplyForm } from './reply-form.tsx';

/** A chat: what was written, the reply, and the way back to the chatbot. */
export function Talk({ chat }: { chat: WholeChat }) {
  const { clientId, zone } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const { chatId, deskUntil, replyUntil, messages, phone } = chat;
  const name = nameOf(chat);
  const talk = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message is shown
  useEffect(() => {
    if (talk.current) talk.current.scrollTop = talk.current.scrollHeight;
  }, [messages.length]);
  const handBack = () =>
    act({
      send: () => call('handBackChat', { clientId, chatId }),
      done: () => ({ message: text.handedBack }),
      failed: text.handBackFailed,
      refetch: ['readChat', 'listChats'],
    });
  const action = {
    name: text.handBack,
    isPending: isUnderway('handBack'),
    perform: () => void run('handBack', handBack),
  };
  return (
    <Paper component="section" aria-label={text.talk(name)} sx={{ minWidth: 0 }}>
      <Inline gap={1} wrap sx={{ px: 2, py: 1, minHeight: 56, ...lineBelow }}>
        <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          {phone === null || phone === name ? null : <PhoneLink phone={phone.replace('+', '')} />}
        </Box>
        {deskUntil === null ? null : <ActionButton action={action} size="small" />}
      </Inline>
      <PlainList
        ref={talk}
        aria-live="polite"
        // Focusable, since it scrolls.
        tabIndex={0}
        aria-label={text.messages}
        sx={{ height: { xs: 340, md: 400 }, overflowY: 'auto', p: 2, display: 'grid', gap: 1, alignContent: 'start' }}
      >
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        <Muted component="li" sx={{ textAlign: 'center' }}>
          {deskUntil === null ? text.answersAgain : text.silentUntil(instantAtClinic(deskUntil, zone))}
        </Muted>
      </PlainList>
      {deskUntil === null ? null : (
        <Box sx={{ p: 2, ...lineAbove }}>
          {replyUntil === null ? (
            <Muted block>{text.windowClosed}</Muted>
          ) : (
            <ReplyForm key={chatId} chatId={chatId} until={instantAtClinic(replyUntil, zone)} />
          )}
        </Box>
      )}
    </Paper>
  );
}

const looks = {
  patient: { bgcolor: 'surface.raised', justifySelf: 'start', borderBottomLeftRadius: '4px' },
  desk: { bgcolor: 'primary.main', color: 'primary.contrastText', justifySelf: 'end', borderBottomRightRadius: '4px' },
  chatbot: { ...outlined, borderStyle: 'dashed', justifySelf: 'end', borderBottomRightRadius: '4px' },
} as const;

/** The patient is left, desk and chatbot are right, the chatbot dashed. */
function Bubble({ message }: { message: ChatMessage }) {
  const { zone } = useIdentity();
  const { from, by, at, choices, sending } = message;
  const notes = [
    ...(from === 'chatbot' ? [text.chatbot] : by === null ? [] : [by]),
    instantAtClinic(at, zone),
    ...(sending === 'waiting' ? [text.notSentYet] : sending === 'failed' ? [text.notSent] : []),
  ];
  return (
    <Box
      component="li"
      sx={{
        ...{ px: 1.5, py: 1, borderRadius: '14px', maxWidth: { xs: '92%', md: 420 }, fontSize: '0.875rem' },
        ...{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', ...looks[from] },
      }}
    >
      <Box sx={{ fontSize: '0.75rem' }}>{notes.join(' · ')}</Box>
      {message.text ?? <i>{text.noText}</i>}
      {choices.length === 0 ? null : <Box sx={{ fontSize: '0.8125rem', mt: 0.5 }}>{choices.join(' · ')}</Box>}
    </Box>
  );
}
