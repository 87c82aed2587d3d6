/** Random bytes, as hex. */
export function randomHex(bytes: number): string {
  const randomPart = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(randomPart, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const traceId = /^(?!0{32})[0-9a-f]{32}$/;

/**
 * W3C Trace Context for one request of an intent. The intent's key is the trace id if it has that format, so that a
 * retry continues the same trace; each request is a new span.
 */
export function traceparentOf(key: string): string {
  return `00-${traceId.test(key) ? key : randomHex(16)}-${randomHex(8)}-01`;
}
