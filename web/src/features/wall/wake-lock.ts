/**
 * Keeps the screen on while the page is seen. The browser releases the lock whenever the page is hidden, so it is
 * requested again; without https, or on a device that saves power, there is none. Returns a function that ends it.
 */
export function keepAwake(): () => void {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    const sentinel = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (isOver) void sentinel?.release();
    else lock = sentinel;
  };
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release();
  };
}
