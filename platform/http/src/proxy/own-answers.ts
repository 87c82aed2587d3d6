import { type ErrorCode, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { block, quoted } from './directive.ts';

/** Retry-After in seconds when no service of a kind answers. */
const retryAfter = 2;

/**
 * The proxy's own answers: its health, no public health and metrics of services, and failures in the shape of a call
 * for bodies that are too long or services that don't answer.
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
    // Each service is asked directly, from the shared network.
    ...['/readyz', '/metrics'].map((path) => block(`location = ${path}`, [...headers, noStore, 'return 404;'])),
  ];
}
