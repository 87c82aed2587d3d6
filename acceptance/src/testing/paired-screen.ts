import { type Caller, callerAt, type Furthest, type SignedIn } from './http-caller.ts';

export const tokenOfLink = (link: string): string => link.split('.').at(-1) ?? '';

/** Pairs a screen using a display's link: it has nothing but the display's cookie. */
export async function screenOf(
  url: string,
  { displayId, link }: { displayId: string; link: string },
  furthest?: Furthest,
): Promise<Caller> {
  const paired = await callerAt(url, '').call('pairDisplay', { displayId, token: tokenOfLink(link) });
  paired.reply();
  return callerAt(url, paired.headers['set-cookie']?.[0]?.split(';')[0] ?? '', furthest);
}

/** The screen of a new display of a doctor. */
export async function pairedScreen(url: string, admin: SignedIn, pocId: string, furthest?: Furthest): Promise<Caller> {
  const { clientId } = admin.user;
  const added = await admin.call('addDisplay', { clientId, name: 'Waiting Hall', pocIds: [pocId] });
  return screenOf(url, added.reply(), furthest);
}
