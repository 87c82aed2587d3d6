/** Clicks on one place this close together are one double click where something is done; elsewhere less is, ms. */
const doubleClickMs = { action: 400, elsewhere: 150, inPlace: 0 } as const;
/** A key that comes again this soon has bounced, or was pressed twice by mistake, ms. */
const bounceMs = 150;
/** Largest distance that counts as the same place, px. */
const samePlacePx = 8;

/** Choices are not actions: repeated presses count. */
const choice = '[role="radio"], [role="checkbox"], [role="tab"], [role="option"]';
/** Fields handle further clicks themselves; `data-repeatable` marks what is pressed several times on purpose (a pager). */
const repeatable = `input, textarea, select, label, [contenteditable="true"], [role="slider"], [data-repeatable], ${choice}`;
/** Fields in which Enter or Space is text. */
const multiline = 'textarea, [contenteditable="true"]';
const textField = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** For a button that is pressed repeatedly on purpose: it moves or turns pages, and never sends a command. */
export const isRepeatable = { 'data-repeatable': '' } as const;

/** For a button that sends a command: a press of its successor in the same place counts only after a while. */
export const isAction = { 'data-action': '' } as const;

/**
 * For what is pressed quickly on purpose and sends nothing at the first press (a wizard's Continue, one row more): only
 * held keys and what the browser counts as a double click are one press.
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

/** Whether a second click on it may do something. */
export const takesFurtherClicks = (target: EventTarget | null): boolean => matches(target, repeatable);

/** Whether the event being handled belongs to a key that is held, or to the second press of a double one. */
export const isPressedAgain = (): boolean => again;

/** The same element, or the same place on the screen: what a first press shows may lie under the second. */
function isSamePlace(a: Press, b: Press): boolean {
  // A press without a place, as a screen reader makes it, is at 0,0.
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
  const within = doubleClickMs[place];
  again = last?.by === 'pointer' && at - last.at < within && isSamePlace(last, press);
  last = press;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Whether a key that comes again would press a button, send a form, close one thing after the other, or type into a field
 * that its first press has opened.
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

/** Input between two presses makes them separate. */
function onInput(): void {
  last = undefined;
}

/** A second press takes the focus from nothing that the first has shown. */
function onMouseDown(event: MouseEvent): void {
  if ((again || event.detail > 1) && !takesFurtherClicks(event.target)) stop(event);
}

/** Firefox presses a button when Space is let go, whatever became of its going down. */
function onKeyUp(event: KeyboardEvent): void {
  if (again && doesAgain(event)) stop(event);
  again = false;
}

function onClick(event: MouseEvent): void {
  const { detail, target } = event;
  // A click by a key, or by the page itself, has no count.
  if (detail === 0) return;
  if ((again || detail > 1) && !takesFurtherClicks(target)) stop(event);
  again = false;
}

/**
 * Nobody's second click of a double click, held Enter or bounced key does a thing: it is stopped before any handler sees
 * it. Called once, before the page is shown.
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
