import type { Trial, TrialAct, TrialCall, TrialMessage } from '@dayline/contracts/endpoints/partner/chatbot-try';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Answer, Command } from '../conversation/commands.ts';
import { doctorAfter, foundBy } from './shown-call.ts';
import type { Phone, Shown } from './simulator.ts';

interface Written {
  readonly id: string;
  readonly text: string;
  readonly tap: number | null;
  /** How many messages of the chatbot there were before it. */
  readonly after: number;
}

/** A talk on a phone of the simulator, as its page shows it. */
export class Talk {
  readonly phone: Phone;
  calls: TrialCall[] = [];
  doctor: Trial['doctor'] = null;
  #written: Written[] = [];
  /** The first message of the chatbot that is shown. */
  #from = 0;
  #taps = 0;
  #count = 0;
  readonly #chosen = new Map<string, string>();

  constructor(phone: Phone) {
    this.phone = phone;
  }

  act(act: TrialAct): void {
    const { phone } = this;
    switch (act.does) {
      case 'say':
        this.#taps = 0;
        this.#write(act.text, null);
        phone.say(act.text);
        return;
      case 'tap': {
        const message = phone.messages.find(({ replyId }) => replyId === act.messageId);
        const choice = message?.choices.find(({ id }) => id === act.choice);
        if (!message || !choice) return;
        this.#chosen.set(message.replyId, choice.id);
        this.#taps += 1;
        this.#write(choice.title, this.#taps);
        phone.tap(choice.title, choice.id);
        return;
      }
      case 'share':
        this.#write(`+${phone.number}`, null);
        phone.share('contact_request');
        return;
      case 'startAgain':
        this.#from = phone.messages.length;
        [this.#written, this.calls, this.doctor, this.#taps] = [[], [], null, 0];
        return;
      default:
        unreachable(act);
    }
  }

  /** A call that the chatbot made for this talk. */
  note(command: Command, answer: Answer, { at, ms }: { readonly at: number; readonly ms: number }): void {
    const when = { id: this.#newId('call'), at: new Date(at).toISOString(), ms, tap: this.#taps || null };
    this.calls.push({ ...when, call: command.name, ...foundBy(command, answer) });
    this.doctor = doctorAfter(this.doctor, command, answer);
  }

  messages(): TrialMessage[] {
    const { messages } = this.phone;
    const ownMessages = (after: number) => this.#written.filter((entry) => entry.after === after).map(ofPerson);
    const timeline = messages
      .slice(this.#from)
      .flatMap((message, index) => [
        ...ownMessages(this.#from + index),
        ofChatbot(message, this.#chosen.get(message.replyId) ?? null),
      ]);
    return [...timeline, ...ownMessages(messages.length)];
  }

  #write(text: string, tap: number | null): void {
    this.#written.push({ id: this.#newId('message'), text, tap, after: this.phone.messages.length });
  }

  #newId(kind: string): string {
    this.#count += 1;
    return `${kind} ${this.#count}`;
  }
}

const ofPerson = ({ id, text, tap }: Written): TrialMessage => ({
  ...{ id, text, tap, from: 'person', kind: 'text' },
  ...{ opens: null, choices: [], chosen: null },
});

// Cast is safe: these are the simulator's other kinds.
const kindOf = (kind: string) => (kind === 'button' ? 'buttons' : kind) as TrialMessage['kind'];

const ofChatbot = ({ replyId, kind, text, opens, choices }: Shown, chosen: string | null): TrialMessage => ({
  ...{ id: replyId, text, tap: null, from: 'chatbot', kind: kindOf(kind), opens, chosen },
  choices: choices.map(({ id, title, description }) => ({ id, title, description: description ?? null })),
});
