import { maxReplyLength } from '@dayline/contracts/endpoints/partner/chats';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { useUnderway } from '../../../shared/actions/underway.ts';
import { call } from '../../../shared/api/client.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { conversationsText as text } from '../text.ts';

/** What is typed stays until it was taken. @property until when WhatsApp takes a reply, in words */
export function ReplyForm({ chatId, until }: { chatId: string; until: string }) {
  const { clientId } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const [typed, setTyped] = useState('');
  const send = () =>
    act({
      send: async () => {
        const reply = await call('replyToChat', { clientId, chatId, text: typed });
        setTyped('');
        return reply;
      },
      failed: text.replyFailed,
      refetch: ['readChat', 'listChats'],
    });
  const isEmpty = typed.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && typed.length <= maxReplyLength) void run('reply', send);
  };
  return (
    <Stack component="form" gap={1} onSubmit={submit} noValidate>
      <TextField
        label={text.reply}
        labelHidden
        multiline
        rows={2}
        maxLength={maxReplyLength}
        value={typed}
        onChange={setTyped}
        placeholder={text.reply}
      />
      <Inline gap={1} wrap>
        <Muted sx={{ flex: '1 1 200px' }}>{text.possibleUntil(until)}</Muted>
        <Button
          type="submit"
          variant="contained"
          disabled={isEmpty}
          aria-disabled={isUnderway('reply')}
          startIcon={<Icon name="send" />}
        >
          {text.send}
        </Button>
      </Inline>
    </Stack>
  );
}
