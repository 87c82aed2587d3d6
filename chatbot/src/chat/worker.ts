import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { Clock } from '@dayline/runtime/clock';
import { derivedId } from '@dayline/runtime/ids/derived';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import type { Answer, Command } from '../conversation/commands.ts';
import type { Message } from '../conversation/message.ts';
import { reply } from '../conversation/reply.ts';
import type { Graph } from '../graph/client.ts';
import { type Chat, type Next, nextOf, type SendRules, sendRules } from './chat.ts';
import type { ChatLog } from './chat-log.ts';

/**
 * Makes a call of the partner API for a chat; the same key again has no second effect.
 * @throws Error to be tried again
 */
export type Partner = (command: Command, key: string, stream: string) => Promise<Answer>;

export type SendOutcome = 'sent' | 'failed';

export interface WorkerDeps {
  readonly chats: () => Promise<ChatLog>;
  readonly partner: Partner;
  readonly graph: Pick<Graph, 'send'>;
  readonly clock: Clock;
  /** The approved template for users who wrote too long ago; null if there is none. */
  readonly template: string | null;
  readonly onSent: (outcome: SendOutcome) => void;
  readonly rules?: SendRules;
  /** Ends early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Who follows the chats, and which events it handles. */
export const chatTask = {
  name: 'chats',
  types: ['ChatMessageReceived', 'ReplyPlanned', 'ReplyFailed'],
  atOnce: 200,
} as const;

type Doing = Exclude<Next, null>;
type Do<What extends Doing['does']> = Extract<Doing, { does: What }>;

/** Answers messages and sends replies, those of one chat one after another. */
export class ChatWorker {
  readonly #deps: WorkerDeps;
  /** The work on a chat, and what ends its pause. */
  readonly #running = new Map<string, { readonly work: Promise<void>; readonly wake: () => void }>();

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  /** A chat is worked on until nothing is left to do in it. */
  readonly task: FollowerTask<'chats'> = {
    ...chatTask,
    handle: async (events, signal) => {
      for (const { stream } of events) await this.work(stream, signal);
    },
  };

  async work(stream: string, signal: AbortSignal): Promise<void> {
    for (let running = this.#running.get(stream); running; running = this.#running.get(stream)) {
      running.wake();
      await running.work.catch(() => undefined);
    }
    let wakes = new AbortController();
    const work = this.#work(stream, signal, () => {
      wakes = new AbortController();
      return AbortSignal.any([wakes.signal, signal]);
    });
    this.#running.set(stream, { work, wake: () => wakes.abort() });
    await work.finally(() => this.#running.delete(stream));
  }

  async #work(stream: string, signal: AbortSignal, awake: () => AbortSignal): Promise<void> {
    const { chats, clock, pause, rules = sendRules } = this.#deps;
    const log = await chats();
    while (!signal.aborted) {
      const woken = awake();
      const chat = await log.load(stream);
      const next = nextOf(chat, clock.now(), rules);
      if (next === null) return;
      try {
        if (next.does === 'wait') {
          await pause(next.until - clock.now(), woken);
          // What woke it is handled next, by its own turn.
          if (woken.aborted) return;
        } else await this.#do(log, stream, chat, next);
      } catch (error) {
        // Erased meanwhile: nothing of it is left to be sent.
        if (error instanceof KeyDestroyed) return;
        throw error;
      }
    }
  }

  #do(log: ChatLog, stream: string, chat: Chat, next: Exclude<Doing, { does: 'wait' }>): Promise<unknown> {
    switch (next.does) {
      case 'answer':
        return this.#answer(log, stream, chat, next);
      case 'send':
        return this.#send(log, stream, chat, next);
      case 'replace':
        return this.#replace(log, stream, next);
    }
  }

  async #answer(log: ChatLog, stream: string, chat: Chat, { received }: Do<'answer'>): Promise<void> {
    const { partner, clock } = this.#deps;
    const conversation = reply(chat.state, received, clock.now());
    let step = conversation.next();
    while (!step.done) {
      const { name } = step.value;
      // Each kind of command is given once for each message: the key doesn't depend on queries before it.
      const answer = await partner(step.value, derivedId(stream, name, received.messageId), stream);
      step = conversation.next(answer);
    }
    const { state, message, handsOver } = step.value;
    const named = state.people.map(({ patientId }) => patientId).filter((id) => !chat.patientIds.has(id));
    const events: ChatEvent[] = [
      ...named.map((patientId) => ({ type: 'ChatPatientNamed', data: { patientId } }) as const),
      this.#planned(log, stream, message, { answers: received.messageId, state: JSON.stringify(state) }),
    ];
    if (handsOver) events.push({ type: 'HandoverRequested', data: { reason: handsOver } });
    const { messageId } = received;
    await log.change(stream, ({ unanswered }) => (unanswered[0]?.messageId === messageId ? events : []));
  }

  #planned(
    log: ChatLog,
    stream: string,
    message: Message,
    { answers, state }: { readonly answers: string | null; readonly state: string | null },
  ): ChatEvent {
    const replyId = log.newReplyId(stream);
    return { type: 'ReplyPlanned', data: { replyId, answers, message: JSON.stringify(message), state } };
  }

  #replace(log: ChatLog, stream: string, { reply: { replyId, message } }: Do<'replace'>): Promise<void> {
    const { template } = this.#deps;
    const failed: ChatEvent = { type: 'ReplyFailed', data: { replyId, code: 'window' } };
    return log.change(stream, ({ replies, state }) => {
      if (!replies.some((reply) => reply.replyId === replyId && reply.state !== 'done')) return [];
      if (template === null || message.kind === 'template') return [failed];
      const instead: Message = { kind: 'template', name: template, language: state.language ?? 'en' };
      return [failed, this.#planned(log, stream, instead, { answers: null, state: null })];
    });
  }

  /** Begins in the log, so that no other process sends it too. */
  async #send(log: ChatLog, stream: string, { userId }: Chat, { reply: before }: Do<'send'>): Promise<void> {
    const { graph, onSent } = this.#deps;
    const { replyId, message, state, startedAt } = before;
    let isOurs = false;
    await log.change(stream, ({ replies }) => {
      const now = replies.find((reply) => reply.replyId === replyId);
      isOurs = now?.state === state && now.startedAt === startedAt;
      return isOurs ? [{ type: 'ReplySendStarted', data: { replyId } }] : [];
    });
    if (!isOurs || userId === null) return;
    const result = await graph.send(userId, replyId, message);
    if (result.sent === true) {
      onSent('sent');
      const messageId = log.hashOf(result.wamid);
      return await this.#note(log, stream, { type: 'ReplyAccepted', data: { replyId, messageId } });
    }
    // Without an answer only a status tells more; without a status it is sent again, as after a limit of WhatsApp's.
    if (result.sent === 'unknown' || result.isTemporary) return;
    onSent('failed');
    await this.#note(log, stream, { type: 'ReplyFailed', data: { replyId, code: result.code } });
  }

  /** Appends an outcome, unless a status was received meanwhile. */
  #note(
    log: ChatLog,
    stream: string,
    event: Extract<ChatEvent, { type: 'ReplyAccepted' | 'ReplyFailed' }>,
  ): Promise<void> {
    return log.change(stream, ({ replies }) => {
      const reply = replies.find(({ replyId }) => replyId === event.data.replyId);
      return reply?.state === 'started' ? [event] : [];
    });
  }
}
