/** In ms. Calls this long after the last press, key, wheel or touch are still the person's, and not the page's own. */
const attendedForMs = 30_000;
/** In ms. The server learns once in this time of somebody who works on a page that makes no calls. */
const useNotedEveryMs = 60_000;

// Opening the page is an act too.
let lastInputAt = Date.now();
let lastUseAt = lastInputAt;
let noteUse: () => void = () => undefined;

/** Called while somebody works and no call has counted as use for a minute; the application registers it. */
export const whenUsedWithoutCalls = (note: () => void): void => {
  noteUse = note;
};

function noteInput(): void {
  lastInputAt = Date.now();
  if (lastInputAt - lastUseAt < useNotedEveryMs) return;
  lastUseAt = lastInputAt;
  noteUse();
}

/** The person says to be there: counts as use at once. */
export function countAsUse(): void {
  lastInputAt = Date.now();
  lastUseAt = lastInputAt;
  noteUse();
}
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  globalThis.addEventListener?.(kind, noteInput, { capture: true, passive: true });

/** Whether the call that is made now counts as use of the session: live updates and polls of an empty desk don't. */
export function isAttended(): boolean {
  const now = Date.now();
  if (now - lastInputAt >= attendedForMs) return false;
  lastUseAt = now;
  return true;
}
