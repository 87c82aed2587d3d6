import type { Sessions } from '@dayline/platform/session/sessions';

/** How often the sessions of open sockets are looked at, in ms: a sign-out closes them within 1 s. */
export const lookEvery = 600;
/** So many sessions are looked at beside each other. */
const atOnce = 50;

/** A socket as the watch sees it. */
export interface WatchedSocket {
  readonly tokenHash: string;
  readonly cookieHeader: string | undefined;
}

/** Which of these sockets' sessions are over. One look a session; a session that can't be looked at counts as open. */
export async function endedAmong<Socket extends WatchedSocket>(
  sockets: Iterable<Socket>,
  sessions: Pick<Sessions, 'find'>,
  onFault: (error: unknown) => void,
): Promise<Socket[]> {
  const bySession = new Map<string, Socket[]>();
  for (const socket of sockets) {
    const same = bySession.get(socket.tokenHash);
    if (same) same.push(socket);
    else bySession.set(socket.tokenHash, [socket]);
  }
  const ended: Socket[] = [];
  const groups = [...bySession.entries()];
  for (let from = 0; from < groups.length; from += atOnce) {
    await Promise.all(
      groups.slice(from, from + atOnce).map(async ([tokenHash, same]) => {
        try {
          const session = await sessions.find(same[0]?.cookieHeader, { extend: false });
          if (session?.tokenHash !== tokenHash) ended.push(...same);
        } catch (error) {
          onFault(error);
        }
      }),
    );
  }
  return ended;
}
