import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useCall } from '../../shared/api/hooks.ts';
import { withRecovery } from '../../shared/api/query-client.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ChatList } from './components/chat-list.tsx';
import { Person } from './components/person.tsx';
import { Talk } from './components/talk.tsx';
import { conversationsText as text } from './text.ts';

/** A chat leaves the list, and a reply becomes impossible, by the clock alone: no live message reports it. */
const byClock = { refetchInterval: withRecovery(60_000) };

/** The WhatsApp chats that were handed over to the desk (/conversations). */
export default function ConversationsPage() {
  const { clientId } = useIdentity();
  const { params, set } = useAddressParams();
  const list = useCall('listChats', { clientId }, byClock);
  const { trial } = useCall('countWaitingChats', { clientId }).data ?? {};
  const chats = list.data;
  const chatId = params.get('chat') ?? chats?.[0]?.chatId;
  return (
    <>
      <PageHeader
        title={text.title}
        action={
          trial ? (
            <LinkButton variant="text" to={paths.chatbotTry}>
              {text.tryChatbot}
            </LinkButton>
          ) : undefined
        }
      />
      <ListState
        query={list}
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
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '264px minmax(0, 1fr)' },
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
  const query = useCall('readChat', { clientId, chatId }, byClock);
  return (
    <ListState
      query={query}
      skeleton={<RowsSkeleton rows={6} height={56} columns={2} />}
      failed={{ title: text.chatFailed }}
    >
      {(chat) => (
        <Box
          sx={{
            ...{ display: 'grid', gap: 2, alignItems: 'start' },
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
          }}
        >
          <Talk chat={chat} />
          <Person patients={chat.patients} />
        </Box>
      )}
    </ListState>
  );
}
