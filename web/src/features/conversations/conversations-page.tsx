import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callOptions } from '../../shared/api/hooks.ts';
import { withRecovery } from '../../shared/api/query-client.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ChatList } from './components/chat-list.tsx';
import { Talk } from './components/talk.tsx';
import { lookEvery } from './rules.ts';
import { conversationsText as text } from './text.ts';

/** The WhatsApp chats that were handed over to the desk (/conversations). */
export default function ConversationsPage() {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const { params, set } = useAddressParams();
  const list = useQuery({
    ...callOptions(client, 'listChats', { clientId }),
    refetchInterval: withRecovery(lookEvery.list),
  });
  const chats = list.data?.body;
  const chatId = params.get('chat') ?? chats?.[0]?.chatId;
  return (
    <>
      <PageHeader title={text.title} />
      <ListState
        query={{ ...list, data: chats }}
        skeleton={<RowsSkeleton rows={6} height={64} columns={3} />}
        failed={{ title: text.failed }}
      >
        {(loadedChats) =>
          loadedChats.length === 0 ? (
            <Paper>
              <Notice icon="chat" title={text.none} hint={text.noneHint} />
            </Paper>
          ) : (
            <Box
              sx={{
                ...{ display: 'grid', gap: 2, alignItems: 'start' },
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '304px minmax(0, 1fr)' },
              }}
            >
              <Paper sx={{ overflow: 'hidden' }}>
                <ChatList chats={loadedChats} chosen={chatId} onChoose={(id) => set({ chat: id })} />
              </Paper>
              {chatId === undefined ? null : <OneTalk key={chatId} chatId={chatId} />}
            </Box>
          )
        }
      </ListState>
    </>
  );
}

function OneTalk({ chatId }: { chatId: string }) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const query = useQuery({
    ...callOptions(client, 'readChat', { clientId, chatId }),
    refetchInterval: withRecovery(lookEvery.talk),
  });
  return (
    <ListState
      query={{ ...query, data: query.data?.body }}
      skeleton={<RowsSkeleton rows={6} height={56} columns={2} />}
      failed={{ title: text.chatFailed }}
    >
      {(chat) => <Talk chat={chat} />}
    </ListState>
  );
}
