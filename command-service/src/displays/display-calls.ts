import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Displays } from '@dayline/http/session/displays';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { DisplayCommands, DisplayLinked } from './display-commands.ts';

type Calls = 'addDisplay' | 'makeDisplayLink' | 'revokeDisplay' | 'pairDisplay';

export interface DisplayCallDeps {
  readonly displays: Displays;
  readonly attempts: Attempts;
  /** The configured public address; null: links are relative to the page's own. */
  readonly publicUrl: string | null;
}

/** The actor of a pairing: nobody is signed in. */
const somebody: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };

export function displayCalls(
  commands: DisplayCommands,
  { displays, attempts, publicUrl }: DisplayCallDeps,
): Pick<CommandHandlers, Calls> {
  /** In the fragment, which reaches no server, log or proxy when a browser opens the link. */
  const linkReply = (made: DisplayLinked | Refusal, message: string, token: string) => {
    if (isRefusal(made)) return made;
    const link = `${publicUrl ?? ''}/wall#${made.displayId}.${token}`;
    return { body: { success: true as const, message, ...made, link }, position: made.position };
  };

  return {
    addDisplay: async ({ name, pocIds }, by) => {
      const token = displays.linkToken(by.commandId);
      const added = await commands.addDisplay({ name, pocIds, linkHash: displays.hashOf(token) }, by);
      return linkReply(added, 'Display added.', token);
    },

    makeDisplayLink: async ({ displayId }, by) => {
      const token = displays.linkToken(by.commandId);
      const made = await commands.makeDisplayLink({ displayId, linkHash: displays.hashOf(token) }, by);
      return linkReply(made, 'Link made.', token);
    },

    revokeDisplay: async ({ displayId }, by) =>
      plainReply(await commands.revokeDisplay({ displayId }, by), 'Display revoked.'),

    pairDisplay: async ({ displayId, token, nonce }, call) => {
      const { sessionHash, setCookie } = displays.newSession(displayId, nonce && `${displayId} ${token} ${nonce}`);
      const by = { ...call, actor: somebody, clientId: '' };
      const paired = await commands.pairDisplay({ displayId, linkHash: displays.hashOf(token), sessionHash }, by);
      if (!isRefusal(paired)) return { ...plainReply(paired, 'Paired.'), headers: { 'Set-Cookie': setCookie } };
      if (paired.refused !== 'token.invalid') return paired;
      const wait = await attempts.take([attempts.key('tokenFromAddress', call.address)]);
      return wait > 0 ? refuse('request.throttled', { retryAfter: wait }) : paired;
    },
  };
}
