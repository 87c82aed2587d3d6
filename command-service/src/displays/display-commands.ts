import { displayLinkMs } from '@dayline/contracts/displays/display';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { type DisplayCommand, type display, isOf } from './display.ts';

export interface DisplayAggregate {
  readonly displays: HandlerOf<typeof display>;
}

export interface DisplayLinked extends Changed {
  readonly displayId: string;
  readonly until: string;
}

export type DisplayCommands = ReturnType<typeof displayCommands>;

/** Commands on displays. They receive only keyed hashes of tokens. */
export function displayCommands({ aggregates }: { readonly aggregates: DisplayAggregate }) {
  const onDisplay = (displayId: string, command: DisplayCommand, by: CommandContext) =>
    aggregates.displays.execute({ stream: streams.display(displayId), command, context: { now: by.now }, by });

  const linkOf = (hash: string, { now }: CommandContext) => ({
    hash,
    until: new Date(now + displayLinkMs).toISOString(),
  });

  async function linked(displayId: string, command: DisplayCommand, by: CommandContext) {
    const outcome = await onDisplay(displayId, command, by);
    if (isRefusal(outcome)) return outcome;
    // On a retry: the first link.
    const [link] = outcome.events.flatMap(({ data }) => ('link' in data ? [data.link] : []));
    if (!link) throw new Error('A link was made without its event.');
    return { displayId, until: link.until, position: outcome.position };
  }

  return {
    /** The new display's id derives from the command's. */
    addDisplay(
      { name, pocIds, linkHash }: { name: string; pocIds: readonly string[]; linkHash: string },
      by: CommandContext,
    ): Promise<DisplayLinked | Refusal> {
      const displayId = derivedFrom(by.commandId, 'display');
      const { clientId } = by;
      return linked(displayId, { kind: 'add', clientId, name, pocIds, link: linkOf(linkHash, by) }, by);
    },

    makeDisplayLink(
      { displayId, linkHash }: { displayId: string; linkHash: string },
      by: CommandContext,
    ): Promise<DisplayLinked | Refusal> {
      return linked(displayId, { kind: 'makeLink', clientId: by.clientId, link: linkOf(linkHash, by) }, by);
    },

    /** Open to anybody who has the link: `by.clientId` is ignored. */
    async pairDisplay(
      { displayId, ...hashes }: { displayId: string; linkHash: string; sessionHash: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const { state } = await aggregates.displays.load(streams.display(displayId));
      if (!state) return refuse('token.invalid');
      return onDisplay(displayId, { kind: 'pair', ...hashes }, { ...by, clientId: state.clientId });
    },

    /** The screen that shows a code which an administrator has typed. */
    pairByCode: (
      { displayId, sessionHash }: { displayId: string; sessionHash: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> =>
      onDisplay(displayId, { kind: 'pairByCode', clientId: by.clientId, sessionHash }, by),

    /** If the client has no such display. */
    async refusalOfDisplay(
      { displayId }: { displayId: string },
      { clientId }: CommandContext,
    ): Promise<Refusal | null> {
      const { state } = await aggregates.displays.load(streams.display(displayId), 0);
      return isOf(state, clientId) ? null : refuse('display.unknown');
    },

    async isPaired(displayId: string, sessionHash: string): Promise<boolean> {
      const { state } = await aggregates.displays.load(streams.display(displayId), 0);
      return state?.sessionHash === sessionHash;
    },

    revokeDisplay: ({ displayId }: { displayId: string }, by: CommandContext): Promise<Changed | Refusal> =>
      onDisplay(displayId, { kind: 'revoke', clientId: by.clientId }, by),
  };
}
