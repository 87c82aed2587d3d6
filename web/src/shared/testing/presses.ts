import { type CommandName, type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { allowsRepeat, pressClock } from '../../ui/buttons/single-press.ts';

/**
 * In these tests every press is repeated: each click is a double click, each key is pressed twice and held. The
 * commands sent by a press are recorded, and setup.ts fails a test in which one press sent two.
 */

interface Press {
  readonly of: string;
  /** By the intent's key: a repeat is the same command. */
  readonly sent: Map<string, CommandName>;
}

const presses: Press[] = [];

const names = Object.keys(endpoints) as EndpointName[];
const isOf = (pathname: string) => (name: EndpointName) =>
  endpoints[name].kind === 'command' &&
  new RegExp(`^${endpoints[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);

/** Records a command under the press before it. */
export function noteSent({ url, method, headers }: Request): void {
  const name = method === 'POST' && names.find(isOf(new URL(url).pathname));
  if (name) presses.at(-1)?.sent.set(headers.get('Idempotency-Key') ?? String(presses.length), name as CommandName);
}

/** Commands sent by presses since the last call, and presses that sent too many. */
export function recordPresses(): { commands: CommandName[]; twice: string[] } {
  const taken = presses.splice(0);
  return {
    commands: taken.flatMap(({ sent }) => [...sent.values()]),
    twice: taken
      .filter(({ sent }) => !isSentOnce([...sent.values()]))
      .map(({ of, sent }) => `${of}: ${[...sent.values()]}`),
  };
}

/** The sequences of commands that one press may send. */
const chains = [
  'saveUser,createAppointment',
  'saveUser,overbook',
  'saveUser,walkIn',
  'saveUser,joinWaitingList',
  // If somebody else saved meanwhile, or what is started is no longer what was previewed.
  'updateSchedule,updateSchedule',
  'startImport,previewImport',
  'decideImportRows,previewImport',
  'setHospitalDay,liftHospitalDay',
  // The challenge, and what the passkey signed.
  'beginPasskey,completeSignIn',
  'beginPasskeyEnrolment,confirmPasskeyEnrolment',
];
/** Sent once a date of a range, and for a preview until it is made. */
const several: ReadonlySet<CommandName> = new Set(['blockDay', 'previewImport']);
function isSentOnce(all: CommandName[]): boolean {
  // A proof, by a passkey after its challenge, is followed by the command that needed it.
  const withoutChallenge = all[0] === 'beginPasskeyProof' ? all.slice(1) : all;
  const sent = withoutChallenge[0] === 'proveIdentity' ? withoutChallenge.slice(1) : withoutChallenge;
  if (sent.length < 2 || chains.includes(sent.join())) return true;
  return new Set(sent).size === 1 && sent.every((name) => several.has(name));
}

let now = 0;
pressClock.now = () => now;
/** A separate press, however soon it follows. */
function begin(of: string): void {
  presses.push({ of, sent: new Map() });
  now += 1_000;
}
/** The second press of a pair. */
function follow(): void {
  now += 50;
}

const textFields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** Keys that move with every press. */
const moving = /^[jk]$/i;

/** The events of a key that is held, then pressed again. */
function heldKeys(keys: string): string {
  const isInPlace = document.activeElement?.closest('[data-in-place]') != null;
  if (keys === '{Enter}') return isInPlace ? '{Enter>3/}' : '{Enter>3/}{Enter}';
  if (keys === '{Escape}') return '{Escape>3/}';
  const isTyped = document.activeElement?.matches(textFields) ?? false;
  if (isTyped || moving.test(keys) || !/^[a-z]$/i.test(keys)) return keys;
  return keys === keys.toLowerCase() ? `{${keys}>3/}${keys}` : `${keys}${keys}`;
}

/** Doubles each press of `user`. */
export function nervous(user: UserEvent): Pick<UserEvent, 'click' | 'dblClick' | 'keyboard'> {
  const again = user.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return {
    async click(element) {
      begin(`click on ${element.textContent || element.getAttribute('aria-label')}`);
      // In a wizard only double clicks counted by the browser are guarded, and user-event counts clicks one by one.
      const isPressedTwice = !allowsRepeat(element) && !element.closest('[data-in-place]');
      await user.click(element);
      // A removed element is no longer under the pointer.
      follow();
      if (isPressedTwice && element.isConnected) await again.click(element);
    },
    async dblClick(element) {
      begin(`double click on ${element.textContent}`);
      await user.dblClick(element);
    },
    async keyboard(keys) {
      // A key held on purpose is sent together with the keys it is held for.
      for (const key of /[>[]|\{\//.test(keys) ? [keys] : (keys.match(/\{\w+\}|./gs) ?? [])) {
        begin(`key ${key}`);
        await user.keyboard(heldKeys(key));
      }
    },
  };
}
