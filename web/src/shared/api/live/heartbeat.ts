/** In ms: the interval at which a visible page pings the server, and how long it waits for the response. */
const pingIntervalMs = 2_500;
const answerTimeoutMs = 2_000;

/** Pings the server. */
type Ask = (onAnswer: () => void) => void;

/**
 * Notices within 5 s that the server is silent: packets may be lost without the browser or the socket noticing, and the
 * socket's own pings are far apart. A hidden page sends nothing. A server that has never answered is of a version
 * without heartbeats, and doesn't count as missing. Returns a function that stops it.
 */
export function startHeartbeat(ask: Ask, onMissed: () => void, onAnswered: () => void): () => void {
  let answersAtAll = false;
  let missing: ReturnType<typeof setTimeout> | undefined;
  const beat = () => {
    if (document.visibilityState !== 'visible' || missing !== undefined) return;
    const onMiss = () => {
      missing = undefined;
      if (answersAtAll) onMissed();
    };
    missing = setTimeout(onMiss, answerTimeoutMs);
    ask(() => {
      answersAtAll = true;
      clearTimeout(missing);
      missing = undefined;
      onAnswered();
    });
  };
  const interval = setInterval(beat, pingIntervalMs);
  // A computer that slept pings as soon as the page is visible.
  document.addEventListener('visibilitychange', beat);
  return () => {
    clearInterval(interval);
    clearTimeout(missing);
    document.removeEventListener('visibilitychange', beat);
  };
}
