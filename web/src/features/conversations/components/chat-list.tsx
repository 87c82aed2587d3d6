import type { ListedChat } from '@dayline/contracts/endpoints/partner/chats';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Bold, lineAbove, Muted, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { groupOf, groups, nameOf } from '../rules.ts';
import { conversationsText as text } from '../text.ts';

interface ChatListProps {
  readonly chats: readonly ListedChat[];
  readonly chosen: string | undefined;
  readonly onChoose: (chatId: string) => void;
}

/** The chats in groups: those that wait first. */
export function ChatList({ chats, chosen, onChoose }: ChatListProps) {
  return (
    <Box component="nav" aria-label={text.list}>
      {groups.map((group) => {
        const found = chats.filter((chat) => groupOf(chat) === group);
        if (found.length === 0) return null;
        return (
          <section key={group}>
            <Typography
              component="h2"
              sx={{ px: 2, py: 1, fontSize: '0.8125rem', fontWeight: 600, bgcolor: 'surface.raised' }}
            >
              {text[group]} {found.length}
            </Typography>
            <PlainList>
              {found.map((chat) => (
                <Row
                  key={chat.chatId}
                  chat={chat}
                  isChosen={chat.chatId === chosen}
                  onChoose={() => onChoose(chat.chatId)}
                />
              ))}
            </PlainList>
          </section>
        );
      })}
    </Box>
  );
}

const rowLook = {
  ...{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, auto)', width: '100%', minHeight: 44 },
  ...{ columnGap: 1, px: 2, py: 1.25, textAlign: 'left', ...lineAbove },
} as const;

/** As much of a message as the list shows. */
const maxShown = 80;
const beginningOf = (words: string): string => (words.length <= maxShown ? words : `${words.slice(0, maxShown)}…`);

function Row(props: { chat: ListedChat; isChosen: boolean; onChoose: () => void }) {
  const { chat, isChosen, onChoose } = props;
  const { zone } = useIdentity();
  const { last, askedAt } = chat;
  return (
    <li>
      <ButtonBase
        onClick={onChoose}
        aria-current={isChosen}
        sx={{ ...rowLook, ...(isChosen ? { bgcolor: 'teal.soft' } : {}) }}
      >
        <Bold sx={{ overflowWrap: 'anywhere' }}>{nameOf(chat)}</Bold>
        <Muted component="time" dateTime={last?.at ?? askedAt}>
          {instantAtClinic(last?.at ?? askedAt, zone)}
        </Muted>
        <Span sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
          {last?.by ? `${last.by}: ` : ''}
          {beginningOf(last?.text ?? text.noText)}
        </Span>
      </ButtonBase>
    </li>
  );
}
