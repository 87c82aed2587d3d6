/** In ms: clicks in the same place within this time are one double click; longer for actions than elsewhere. */
const doubleClickMs = { action: 400, elsewhere: 150, inPlace: 0 } as const;
/** In ms: a key repeated within this time has bounced, or was pressed twice by mistake. */
const bounceMs = 150;
/** Maximum distance that counts as the same place, px. */
const samePlacePx = 8;

/** Choices are not actions: repeated presses count. */
const choice = '[role="radio"], [role="checkbox"], [role="tab"], [role="option"]';
/**
 * Fields handle further clicks themselves; `data-repeatable` marks elements pressed several times on purpose (a pager).
 */
const repeatable = `input, textarea, select, label, [contenteditable="true"], [role="slider"], [data-repeatable], ${choice}`;
/** Fields in which Enter or Space enters text. */
const multiline = 'textarea, [contenteditable="true"]';
const textField = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** For a button that is pressed repeatedly on purpose: it moves or turns pages, and never sends a command. */
export const isRepeatable = { 'data-repeatable': '' } as const;

/**
 * For a button that sends a command: a press on the button that replaces it in the same place counts only after a
 * pause.
 */
export const isAction = { 'data-action': '' } as const;

/**
 * For elements pressed quickly on purpose that send nothing at the first press (a wizard's Continue, one row more):
 * only held keys and clicks that the browser counts as a double click are one press.
 */
export const isInPlace = { 'data-in-place': '' } as const;

interface Press {
  /** The key, or 'pointer'. */
  readonly by: string;
  readonly at: number;
  readonly target: EventTarget | null;
  readonly x: number;
  readonly y: number;
}

/** In ms; tests set it. */
export const pressClock = { now: (): number => performance.now() };

let last: Press | undefined;
let again = false;

const matches = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether a second click on it counts. */
export const allowsRepeat = (target: EventTarget | null): boolean => matches(target, repeatable);

/** Whether the event being handled belongs to a held key, or to the second press of a double one. */
export const isPressedAgain = (): boolean => again;

/** The same element, or the same place on the screen: an element shown by a first press may be under the second. */
function isSamePlace(a: Press, b: Press): boolean {
  // A press without a position, such as a screen reader's, is at 0,0.
  const hasPlace = a.x !== 0 || a.y !== 0;
  return (
    a.target === b.target || (hasPlace && Math.abs(a.x - b.x) <= samePlacePx && Math.abs(a.y - b.y) <= samePlacePx)
  );
}

function onPointerDown({ target, clientX: x, clientY: y }: PointerEvent): void {
  const at = pressClock.now();
  const press = { by: 'pointer', at, target, x, y };
  const place = matches(target, '[data-action]')
    ? 'action'
    : matches(target, '[data-in-place]')
      ? 'inPlace'
      : 'elsewhere';
  const windowMs = doubleClickMs[place];
  again = last?.by === 'pointer' && at - last.at < windowMs && isSamePlace(last, press);
  last = press;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Whether a repeated key would press a button, send a form, close one thing after another, or type into a field opened
 * by its first press.
 */
function doesAgain({ key, target, repeat }: KeyboardEvent): boolean {
  if (key.length === 1 && matches(target, textField) && !matches(last?.target ?? null, textField)) return true;
  if (key === 'Enter') return !matches(target, multiline) && (repeat || !matches(target, '[data-in-place]'));
  if (key === ' ') return !matches(target, textField);
  return key === 'Escape' && repeat;
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  const at = pressClock.now();
  again = repeat || (last?.by === key && at - last.at < bounceMs);
  if (!again) last = { by: key, at, target, x: 0, y: 0 };
  else if (doesAgain(event)) stop(event);
}

/** Input between two presses separates them. */
function onInput(): void {
  last = undefined;
}

/** A second press doesn't take the focus from anything that the first has shown. */
function onMouseDown(event: MouseEvent): void {
  if ((again || event.detail > 1) && !allowsRepeat(event.target)) stop(event);
}

/** Firefox presses a button when Space is released, even if its keydown was stopped. */
function onKeyUp(event: KeyboardEvent): void {
  if (again && doesAgain(event)) stop(event);
  again = false;
}

function onClick(event: MouseEvent): void {
  const { detail, target } = event;
  // A click by a key, or by the page itself, has no count.
  if (detail === 0) return;
  if ((again || detail > 1) && !allowsRepeat(target)) stop(event);
  again = false;
}

/**
 * The second click of a double click, a held Enter or a bounced key has no effect: it is stopped before any handler
 * sees it. Called once, before the page is shown.
 */
export function guardPresses(): void {
  const options = { capture: true };
  window.addEventListener('pointerdown', onPointerDown, options);
  window.addEventListener('input', onInput, options);
  window.addEventListener('mousedown', onMouseDown, options);
  window.addEventListener('keydown', onKeyDown, options);
  window.addEventListener('keyup', onKeyUp, options);
  window.addEventListener('click', onClick, options);
}
