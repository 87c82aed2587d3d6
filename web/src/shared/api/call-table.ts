import { type Endpoint, takesKey } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';

interface CallShape {
  method: 'GET' | 'POST';
  path: string;
  kind: 'command' | 'query';
  /** A repeated request with the same Idempotency-Key is carried out once. */
  takesKey: boolean;
  /** The form field of the call's file; absent if the body is JSON. */
  fileField?: string;
}

/** The calls whose failure a page words as the specification does, from here: every page loads the table. */
const callsWithWords = [
  ...(['listDepartments', 'listDoctorsOfDepartment', 'setFeeRules', 'setOnRequest'] as const),
  ...(['listDatesWithAvailability', 'listTimesWithAvailability'] as const),
] as const;
type WordedCall = (typeof callsWithWords)[number];

const shapeOf = ({ method, path, kind, access, upload, endsSession }: Endpoint): CallShape => ({
  method,
  path,
  kind,
  takesKey: takesKey({ kind, access, endsSession }),
  ...(upload ? { fileField: upload.field } : {}),
});

/**
 * The transport of each call, without its schemas. The build replaces this module by its value (vite.config.ts), so
 * that pages before sign-in load neither the schemas nor zod.
 */
export const callTable = Object.fromEntries(
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [
    name,
    {
      ...shapeOf(endpoint),
      ...((callsWithWords as readonly string[]).includes(name) && { failure: endpoint.failure }),
    },
  ]),
) as Readonly<Record<EndpointName, CallShape> & Record<WordedCall, { readonly failure: string }>>;
