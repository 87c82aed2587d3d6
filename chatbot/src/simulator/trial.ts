import type { Trial } from '@dayline/contracts/endpoints/partner/chatbot-try';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import type { StoredLog } from '@dayline/event-log/followable';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { ApiKeys } from '@dayline/http/partner/api-keys';
import type { OpenedProcess } from '@dayline/stores/process';
import { followChats } from '../chat/follow-chats.ts';
import { type ChatWorker, chatTask } from '../chat/worker.ts';
import { openPartner } from '../partner.ts';
import { ClientTrial, type TrialPatient } from './client-trial.ts';

export interface TrialParts extends OpenedProcess {
  readonly sealedLog: SealedLog;
  /** A valid API key of a client for its chatbot. */
  readonly apiKeyOf: (clientId: string) => Promise<string>;
  readonly patients: () => Promise<readonly TrialPatient[]>;
}

export interface ChatbotTrial {
  show(clientId: string, request: RequestOf<'tryChatbot'>): Promise<Trial>;
  /** @param own where the product's own calls are */
  start(own: string, followInThread?: StoredLog['follow']): void;
  stop(): Promise<void>;
}

const clientOf = (stream: string): string => stream.slice('chat-'.length).split('_')[0] ?? '';

/** The chatbot of each client of the demo, for its page: it begins with the first talk. */
export function composeTrial({ apiKeyOf, patients, ...parts }: TrialParts): ChatbotTrial {
  const { config, clock, stores } = parts;
  const keys = new ApiKeys({ ...config, log: stores.log, clock });
  const opened = new Map<string, Promise<ClientTrial>>();
  let own = '';

  async function open(clientId: string): Promise<ClientTrial> {
    const apiKey = await apiKeyOf(clientId);
    const key = await keys.find(`Bearer ${apiKey}`);
    if (!key) throw new Error('The chatbot of the demo has no valid API key.');
    const owner = { clientId, keyId: key.id, name: key.name };
    const partner = openPartner({ url: () => own, apiKey });
    return new ClientTrial({ ...parts, owner, partner, patients: await patients() });
  }
  function trialOf(clientId: string): Promise<ClientTrial> {
    const found = opened.get(clientId) ?? open(clientId);
    opened.set(clientId, found);
    // Tried again by the next request.
    found.catch(() => opened.delete(clientId));
    return found;
  }
  const task: ChatWorker['task'] = {
    ...chatTask,
    handle: async (events, signal) => {
      for (const { stream } of events) await (await trialOf(clientOf(stream))).worker.work(stream, signal);
    },
  };
  let following: { stop(): Promise<void> } | null = null;
  return {
    show: async (clientId, request) => (await trialOf(clientId)).show(request),
    start(address, followInThread) {
      own = address;
      following = followChats(task, parts, followInThread);
    },
    async stop() {
      await following?.stop();
    },
  };
}
