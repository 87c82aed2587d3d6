import { randomBytes, randomInt } from 'node:crypto';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { Trial, TrialNetwork, TrialPerson } from '@dayline/contracts/endpoints/partner/chatbot-try';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { derivedId } from '@dayline/runtime/ids/derived';
import type { OpenedProcess } from '@dayline/stores/process';
import { type ChatLog, type ChatOwner, openChatLog } from '../chat/chat-log.ts';
import { pauseUntilWoken } from '../chat/follow-chats.ts';
import { ChatWorker, type Partner } from '../chat/worker.ts';
import { type Answer, type Command, isRefused } from '../conversation/commands.ts';
import { openGraph, type Send } from '../graph/client.ts';
import { webhookReceiver } from '../receive.ts';
import { type Network, Simulator } from './simulator.ts';
import { Talk } from './talk.ts';

export interface TrialPatient {
  readonly name: string;
  /** Digits with the country code. */
  readonly phone: string;
}

export interface ClientTrialDeps extends Pick<OpenedProcess, 'config' | 'logger' | 'clock' | 'metrics' | 'stores'> {
  readonly sealedLog: SealedLog;
  readonly owner: ChatOwner;
  readonly partner: Partner;
  /** The first of them with an earlier visit is the known patient. */
  readonly patients: readonly TrialPatient[];
}

const networks: Readonly<Record<TrialNetwork, Network>> = {
  inOrder: {},
  doubled: { doubles: true },
  outOfOrder: { reorders: true },
  lost: {},
};
const family = { phone: '919812300003', names: ['Sunita Pawar', 'Vijay Pawar', 'Riya Pawar'] } as const;
const newNumber = (): string => `91${randomInt(7_000_000_000, 10_000_000_000)}`;

/** The chatbot of one client between the simulator of WhatsApp and the product's partner API. */
export class ClientTrial {
  readonly worker: ChatWorker;
  readonly #deps: ClientTrialDeps;
  readonly #simulator: Simulator;
  readonly #chats: ChatLog;
  readonly #talks = new Map<TrialPerson, Talk>();
  readonly #talkOfStream = new Map<string, Talk>();
  #known: Promise<TrialPatient | null> | null = null;

  constructor(deps: ClientTrialDeps) {
    const { config, logger, clock, metrics, stores, sealedLog, owner } = deps;
    this.#deps = deps;
    const secret = () => randomBytes(16).toString('hex');
    const settings = {
      ...{ phoneNumberId: '1', accessToken: secret(), appSecret: secret(), verifyToken: secret() },
      graphUrl: 'https://graph.invalid',
    };
    const { keys } = stores.vault;
    this.#chats = openChatLog({ log: sealedLog, keys, clock, secret: config.masterKey, owner });
    const chats = async () => this.#chats;
    const onReceived = () => metrics.chatMessage('received');
    const receive = webhookReceiver({ settings, chats, logger, onReceived });
    const deliver = (body: string, signature: string) => receive(Buffer.from(body), signature);
    this.#simulator = new Simulator({ clock, ...settings, deliver });
    this.worker = new ChatWorker({
      ...{ chats, clock, template: 'dayline_menu', pause: pauseUntilWoken },
      partner: this.#watched,
      graph: openGraph(settings, this.#send),
      onSent: (outcome) => metrics.chatMessage(outcome),
    });
  }

  async show({ person, network, act }: RequestOf<'tryChatbot'>): Promise<Trial> {
    if (act?.does === 'startAgain' && (person === 'new' || person === 'hidden')) this.#talks.delete(person);
    const patient = await this.#knownPatient();
    const talk = this.#talks.get(person) ?? (await this.#begin(person, patient));
    const stream = await this.#chats.streamOf(talk.phone.userId);
    this.#talkOfStream.set(stream, talk);
    if (act) {
      const { faults } = this.#simulator;
      this.#simulator.network = networks[network];
      faults.splice(0, faults.length, ...(network === 'lost' ? (['lost'] as const) : []));
      talk.act(act);
    }
    await this.#simulator.flush();
    const { unanswered, replies, deskUntil } = await this.#chats.load(stream);
    return {
      knownName: patient?.name ?? null,
      messages: talk.messages(),
      isAwaited: unanswered.length > 0 || replies.some(({ state }) => state !== 'done'),
      isHandedOver: this.#deps.clock.now() < deskUntil,
      calls: talk.calls,
      doctor: talk.doctor,
    };
  }

  async #begin(person: TrialPerson, patient: TrialPatient | null): Promise<Talk> {
    if (person === 'family') await this.#registerFamily();
    const number = { known: patient?.phone, family: family.phone, new: undefined, hidden: undefined }[person];
    const talk = new Talk(this.#simulator.phone(number ?? newNumber(), { hidesNumber: person === 'hidden' }));
    this.#talks.set(person, talk);
    return talk;
  }

  readonly #watched: Partner = async (command, key, stream) => {
    const startedAt = performance.now();
    const answer = await this.#deps.partner(command, key, stream);
    const ms = Math.round(performance.now() - startedAt);
    this.#talkOfStream.get(stream)?.note(command, answer, { at: this.#deps.clock.now(), ms });
    return answer;
  };

  /** The simulator in place of the Graph API; statuses follow by themselves. */
  readonly #send: Send = async (_url, { headers, body }) => {
    const authorization = new Headers(headers).get('authorization') ?? undefined;
    const answer = this.#simulator.request(authorization, JSON.parse(String(body)));
    setImmediate(() => void this.#simulator.flush());
    if (answer === null) throw new TypeError('The connection broke.');
    return Response.json(answer.body, { status: answer.status });
  };

  #knownPatient(): Promise<TrialPatient | null> {
    const found = this.#known ?? this.#findKnown();
    this.#known = found;
    // Tried again by the next request.
    found.catch(() => {
      this.#known = null;
    });
    return found;
  }

  async #findKnown(): Promise<TrialPatient | null> {
    const from = addDays(new Date(this.#deps.clock.now()).toISOString().slice(0, 10), -365);
    for (const patient of this.#deps.patients) {
      const found = await this.#ask({ name: 'lookUpPatients', request: { phone: `+${patient.phone}` } });
      const [person, ...others] = found !== null && 'patients' in found ? found.patients : [];
      if (!person || others.length > 0) continue;
      const { patientId } = person;
      const visits = await this.#ask({ name: 'listPartnerAppointments', request: { patientId, from } });
      const isKnown =
        visits !== null && 'appointments' in visits && visits.appointments.some(({ status }) => status !== 'Cancelled');
      if (isKnown) return patient;
    }
    return null;
  }

  async #registerFamily(): Promise<void> {
    for (const name of family.names) {
      const request = { name, phone: `+${family.phone}`, email: null, location: null };
      await this.#ask({ name: 'savePartnerPatient', request });
    }
  }

  /** Null if it is refused. */
  async #ask(call: Pick<Command, 'name' | 'request'>): Promise<Exclude<Answer, { refused: unknown }> | null> {
    const key = derivedId('chatbot-try', call.name, JSON.stringify(call.request));
    const answer = await this.#deps.partner({ ...call, readAfter: null }, key, '');
    return isRefused(answer) ? null : answer;
  }
}
