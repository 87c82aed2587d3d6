import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { refusalIn, useAct } from '../../../shared/actions/act.ts';
import { useUnderway } from '../../../shared/actions/underway.ts';
import { CallError } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { sessionsText as text } from './text.ts';

type OwnSession = ResponseOf<'listOwnSessions'>[number];

const handhelds: readonly (string | null)[] = ['Android', 'iPhone'];

function deviceText({ browser, system }: OwnSession): string {
  if (browser !== null && system !== null) return text.both(browser, system);
  return browser ?? system ?? text.unknownDevice;
}

function Row({ session, zone, isPending, onEnd }: RowProps) {
  const { system, address, isThis, since, lastSeenAt } = session;
  const device = deviceText(session);
  const facts = [...(address === null ? [] : [address]), text.since(instantAtClinic(since, zone))];
  if (!isThis) facts.push(text.lastSeen(instantAtClinic(lastSeenAt, zone)));
  return (
    <Inline component="li" gap={1.5} sx={{ px: 2, py: 1, minHeight: 56, ...lineAbove }}>
      <Icon name={handhelds.includes(system) ? 'handheld' : 'laptop'} sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Bold sx={{ display: 'block' }}>{device}</Bold>
        <Muted block>
          {isThis ? (
            <Span sx={{ color: 'status.visited.main', fontWeight: 600 }}>{`${text.thisDevice} · `}</Span>
          ) : null}
          {facts.join(' · ')}
        </Muted>
      </Box>
      {isThis ? null : (
        <ActionButton action={{ name: text.end, isPending, perform: onEnd }} aria-label={text.endOf(device)} />
      )}
    </Inline>
  );
}

interface RowProps {
  session: OwnSession;
  zone: string;
  isPending: boolean;
  onEnd(): void;
}

/** A session that ended meanwhile is what was wanted. */
const failedWith = (doneText: string) => (error: unknown) =>
  error instanceof CallError && error.code === 'account.session-unknown'
    ? ({ kind: 'info', message: doneText } as const)
    : { message: text.endFailed, detail: refusalIn(error) };

/** Where the person is signed in, to end each session or all others. */
export function SessionsCard() {
  const { zone } = useIdentity();
  const query = useCall('listOwnSessions', {});
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const end = (send: () => Promise<{ position: string | null }>, message: string) =>
    act({ send, done: () => ({ message }), failed: failedWith(message), refetch: ['listOwnSessions'] });
  const endOthers = {
    name: text.endOthers,
    isPending: isUnderway('others'),
    perform: () => void run('others', () => end(() => call('endOtherSessions', {}), text.othersEnded)),
  };
  return (
    <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
      {(sessions) => (
        <Section
          title={text.title}
          count={sessions.length}
          aside={sessions.length > 1 ? <ActionButton action={endOthers} size="small" /> : undefined}
          padded={false}
        >
          <PlainList>
            {sessions.map((session) => {
              const { ownSessionId } = session;
              return (
                <Row
                  key={ownSessionId}
                  {...{ session, zone }}
                  isPending={isUnderway(ownSessionId)}
                  onEnd={() =>
                    void run(ownSessionId, () => end(() => call('endOwnSession', { ownSessionId }), text.ended))
                  }
                />
              );
            })}
          </PlainList>
          <CardLine at="bottom">
            <Muted block>{text.note}</Muted>
          </CardLine>
        </Section>
      )}
    </ListState>
  );
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={2} columns={2} />
  </Paper>
);
