/** In session storage: when this tab last reloaded itself, in ms since 1970. */
const reloadedKey = 'reloadedForNewVersion';
/** In ms: a chunk missing again this soon is broken, and reloading endlessly wouldn't help. */
const reloadPauseMs = 60_000;

/** The chunk of an open page is gone, since a new version replaced it. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

/** Whether a reload may bring the missing chunk. */
export const mayReload = (now: number): boolean => now - Number(sessionStorage.getItem(reloadedKey)) > reloadPauseMs;

export function reload(now: number): void {
  sessionStorage.setItem(reloadedKey, String(now));
  window.location.reload();
}
