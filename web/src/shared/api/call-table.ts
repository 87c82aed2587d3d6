import { type Endpoint, takesKey } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';

interface CallShape {
  method: 'GET' | 'POST';
  path: string;
  kind: 'command' | 'query';
  /** The specification's message for a failure. */
  failure: string | null;
  /** A repeated request with the same Idempotency-Key is carried out once. */
  takesKey: boolean;
  /** The form field of the call's file; absent if the body is JSON. */
  fileField?: string;
}

const shapeOf = ({ method, path, kind, access, failure, upload, endsSession }: Endpoint): CallShape => ({
  method,
  path,
  kind,
  failure,
  takesKey: takesKey({ kind, access, endsSession }),
  ...(upload ? { fileField: upload.field } : {}),
});

/**
 * The transport of each call, without its schemas. The build replaces this module by its value (vite.config.ts), so
 * that pages before sign-in load neither the schemas nor zod.
 */
export const callTable = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [name, shapeOf(endpoint)]),
) as Readonly<Record<EndpointName, CallShape>>;
