import { pairingCodeMs } from '@dayline/contracts/displays/display';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Displays } from '@dayline/http/session/displays';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { Vault } from '@dayline/vault/port';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { DisplayCommands, DisplayLinked } from './display-commands.ts';
import { pairingCodes } from './pairing-code-commands.ts';

type LinkCalls = 'addDisplay' | 'makeDisplayLink' | 'revokeDisplay' | 'pairDisplay';
type CodeCalls = 'createPairingCode' | 'checkPairingCode' | 'pairDisplayByCode';

export interface DisplayCallDeps {
  readonly displays: Displays;
  readonly attempts: Attempts;
  readonly vault: Pick<Vault, 'reservations'>;
  /** The configured public address; null: links are relative to the page's own. */
  readonly publicUrl: string | null;
}

/** The actor of a pairing: nobody is signed in. */
const signInActor: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };

export const displayCalls = (
  commands: DisplayCommands,
  deps: DisplayCallDeps,
): Pick<CommandHandlers, LinkCalls | CodeCalls> => ({ ...linkCalls(commands, deps), ...codeCalls(commands, deps) });

function linkCalls(
  commands: DisplayCommands,
  { displays, attempts, publicUrl }: DisplayCallDeps,
): Pick<CommandHandlers, LinkCalls> {
  /** In the fragment, which reaches no server, log or proxy when a browser opens the link. */
  const linkReply = (result: DisplayLinked | Refusal, message: string, token: string) => {
    if (isRefusal(result)) return result;
    const link = `${publicUrl ?? ''}/wall#${result.displayId}.${token}`;
    return { body: { success: true as const, message, ...result, link }, position: result.position };
  };

  return {
    addDisplay: async ({ name, pocIds }, by) => {
      const token = displays.linkToken(by.commandId);
      const result = await commands.addDisplay({ name, pocIds, linkHash: displays.hashOf(token) }, by);
      return linkReply(result, 'Display added.', token);
    },

    makeDisplayLink: async ({ displayId }, by) => {
      const token = displays.linkToken(by.commandId);
      const link = await commands.makeDisplayLink({ displayId, linkHash: displays.hashOf(token) }, by);
      return linkReply(link, 'Link made.', token);
    },

    revokeDisplay: async ({ displayId }, by) =>
      plainReply(await commands.revokeDisplay({ displayId }, by), 'Display revoked.'),

    pairDisplay: async ({ displayId, token, nonce }, call) => {
      const { sessionHash, setCookie } = displays.newSession(displayId, nonce && `${displayId} ${token} ${nonce}`);
      const by = { ...call, actor: signInActor, clientId: '' };
      const result = await commands.pairDisplay({ displayId, linkHash: displays.hashOf(token), sessionHash }, by);
      if (!isRefusal(result)) return { ...plainReply(result, 'Paired.'), headers: { 'Set-Cookie': setCookie } };
      return result.refused === 'token.invalid' ? invalidToken(call.address, attempts) : result;
    },
  };
}

/** Counts a token that isn't one. */
async function invalidToken(address: string, attempts: Attempts): Promise<Refusal> {
  const wait = await attempts.take([attempts.key('tokenFromAddress', address)]);
  return wait > 0 ? refuseThrottled(wait) : refuse('token.invalid');
}

const refuseThrottled = (retryAfter: number): Refusal => refuse('request.throttled', { retryAfter });

/** A screen shows a code, an administrator types it, and the screen gets its cookie with the next look. */
function codeCalls(
  commands: DisplayCommands,
  { displays, attempts, vault }: DisplayCallDeps,
): Pick<CommandHandlers, CodeCalls> {
  const codes = pairingCodes(vault.reservations);
  const sessionOf = (displayId: string, screenId: string) =>
    displays.newSession(displayId, `${displayId} by code ${screenId}`);

  return {
    async createPairingCode(_request, { address }) {
      const wait = await attempts.take([attempts.key('pairingCodesToAddress', address)]);
      if (wait > 0) return refuseThrottled(wait);
      const { screen, screenId } = displays.newScreen();
      const code = await codes.create(screenId);
      if (code === null) return refuseThrottled(pairingCodeMs / 1_000);
      const body = { code, screen, expiresInSeconds: pairingCodeMs / 1_000 };
      return { body: { success: true, message: 'Code created.', position: null, ...body }, position: null };
    },

    async checkPairingCode({ code, screen }, { address }) {
      const screenId = displays.screenIdOf(screen);
      if (screenId === null) return invalidToken(address, attempts);
      const displayId = await codes.displayOf(code, screenId);
      // A real screen's code has ended: nothing to count.
      if (displayId === undefined) return refuse('token.invalid');
      const session = displayId === null ? null : sessionOf(displayId, screenId);
      const paired =
        displayId !== null && session !== null && (await commands.isPaired(displayId, session.sessionHash));
      return {
        body: { success: true, message: paired ? 'Paired.' : 'Not paired yet.', position: null, paired },
        position: null,
        ...(paired && { headers: { 'Set-Cookie': session.setCookie } }),
      };
    },

    async pairDisplayByCode({ clientId, displayId, code }, by) {
      // First: nobody counts for another client's display, and an unknown one uses up no code.
      const refusal = await commands.refusalOfDisplay({ displayId }, by);
      if (refusal) return refusal;
      const wait = await attempts.take([
        attempts.key('pairingCodeForDisplay', displayId),
        attempts.key('pairingCodeByClient', clientId),
        attempts.key('pairingCodeFromAddress', by.address),
      ]);
      if (wait > 0) return refuseThrottled(wait);
      const screenId = await codes.use(code, displayId);
      if (screenId === null) return refuse('pairing-code.invalid');
      const { sessionHash } = sessionOf(displayId, screenId);
      return plainReply(await commands.pairByCode({ displayId, sessionHash }, by), 'Paired.');
    },
  };
}
