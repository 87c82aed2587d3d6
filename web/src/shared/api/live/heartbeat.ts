/** In ms. The interval at which a visible page pings the server, and how long it waits for the answer. */
const pingIntervalMs = 2_500;
const answerTimeoutMs = 2_000;

/** Asks the server for a sign of life. */
type Ask = (answered: () => void) => void;

/**
 * Notices within 5 s that the server is silent: packets may vanish without the browser's or the socket's knowing, and
 * the socket's own pings are far apart. A hidden page asks nothing. A server that has never answered is of a version
 * that doesn't know the question, and is not missed. Returns a function that stops it.
 */
export function startHeartbeat(ask: Ask, onMissed: () => void, onAnswered: () => void): () => void {
  let answersAtAll = false;
  let missing: ReturnType<typeof setTimeout> | undefined;
  const beat = () => {
    if (document.visibilityState !== 'visible' || missing !== undefined) return;
    const missed = () => {
      missing = undefined;
      if (answersAtAll) onMissed();
    };
    missing = setTimeout(missed, answerTimeoutMs);
    ask(() => {
      answersAtAll = true;
      clearTimeout(missing);
      missing = undefined;
      onAnswered();
    });
  };
  const interval = setInterval(beat, pingIntervalMs);
  // A computer that slept asks as soon as it is looked at.
  document.addEventListener('visibilitychange', beat);
  return () => {
    clearInterval(interval);
    clearTimeout(missing);
    document.removeEventListener('visibilitychange', beat);
  };
}
