import { streams } from '@dayline/contracts/events/categories';
import type { Displays } from '@dayline/http/session/displays';
import type { TestClinic } from './clinic.ts';
import { frontDesk, sunrise } from './sunrise.ts';

/** A display of Dr. Asha Menon's with its screen's cookie. */
export async function pairedDisplay(clinic: TestClinic, displays: Pick<Displays, 'newSession'>) {
  const displayId = clinic.newId();
  const { sessionHash, setCookie } = displays.newSession(displayId);
  const [name, link] = ['Waiting Hall', { hash: 'hash', until: '2026-11-22T04:10:00.000Z' }];
  const { clientId, asha } = sunrise;
  const stream = streams.display(displayId);
  await clinic.append(
    stream,
    clientId,
    frontDesk,
    { type: 'DisplayAdded', data: { clientId, name, pocIds: [asha], link } },
    { type: 'DisplayPaired', data: { name, sessionHash } },
  );
  await clinic.project();
  return {
    cookie: setCookie.split(';')[0] ?? '',
    async revoke() {
      await clinic.append(stream, clientId, frontDesk, { type: 'DisplayRevoked', data: { name } });
      await clinic.project();
    },
  };
}
