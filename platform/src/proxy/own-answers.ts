import { type ErrorCode, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { block, quoted } from './directive.ts';

/** Seconds after which a page may ask again when no service of its kind answers. */
const retryAfter = 2;

/**
 * What the proxy says itself: that it lives, that health and metrics aren't public, and, in the shape of a failed call,
 * that a body is too long or that no service answers.
 */
export function answerLocations(headers: readonly string[]): readonly string[] {
  const noStore = "add_header Cache-Control 'no-store' always;";
  const failure = (code: ErrorCode, ...more: string[]): readonly string[] => {
    const body = { success: false, code, message: sentenceOf(code), requestId: '$request_id' };
    return [
      'default_type application/json;',
      ...headers,
      noStore,
      'add_header X-Request-Id $request_id always;',
      ...more,
      `return ${statusOf(code)} ${quoted(JSON.stringify(body))};`,
    ];
  };
  return [
    block('location @too_large', failure('request.too-large')),
    block('location @away', failure('service.unavailable', `add_header Retry-After ${retryAfter} always;`)),
    block('location = /healthz', [
      'access_log off;',
      'default_type application/json;',
      ...headers,
      noStore,
      `return 200 ${quoted('{"status":"ok"}')};`,
    ]),
    // Each service is asked where it stands, from the network that they share.
    ...['/readyz', '/metrics'].map((path) => block(`location = ${path}`, [...headers, noStore, 'return 404;'])),
  ];
}
