import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { OfficeList } from '@dayline/contracts/endpoints/settings';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { clinicTime } from '../proof/clinic-time.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Answer, Queries, Query } from '../queries/answer.ts';
import { type CsvList, csvReply } from './csv-file.ts';
import * as columns from './office-columns.ts';

/** The calls whose answers are exported. */
type ListCall =
  | ('listDepartmentsWithDoctors' | 'getClient' | 'listPeople' | 'listDisplays' | 'listApiKeys' | 'listWebhooks')
  | ('listDeliveries' | 'listImports' | 'listDuplicates' | 'listDuePatients' | 'listDueSignIns');

interface Asked {
  readonly request: RequestOf<'exportOfficeList'>;
  ask<Name extends ListCall>(name: Name, request: RequestOf<Name>): Promise<Answer<Name> | Refusal>;
  /** An instant (ISO 8601, UTC) as the clinic's time; null without one. */
  at(instant: string | null | undefined): string | null;
}
type Reply = Awaited<ReturnType<typeof csvReply>> | Refusal;
type Write = <Row>(list: Pick<CsvList<Row>, 'columns' | 'pages'>) => Promise<Reply>;

/** @throws Error if the call refuses its own client */
async function allowed<Name extends ListCall>(asked: Promise<Answer<Name> | Refusal>): Promise<Answer<Name>> {
  const answer = await asked;
  if ('refused' in answer) throw new Error(`A list is refused: ${answer.refused}`);
  return answer;
}

/** The parts of a list, each read when it is requested. */
async function* partsOf<Row>(
  read: (from: string | null) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null | undefined }>,
) {
  let next: string | null | undefined = null;
  do {
    const part = await read(next);
    yield part.rows;
    next = part.next;
  } while (next);
}

/** Each list is the answer of its page's call. */
const lists: { readonly [List in OfficeList]: (asked: Asked, write: Write) => Promise<Reply> } = {
  async departments({ ask, request: { clientId, search } }, write) {
    const { body } = await allowed(ask('listDepartmentsWithDoctors', { clientId, search }));
    return write({ columns: columns.departmentColumns, pages: [body] });
  },
  async branches({ ask, request: { clientId } }, write) {
    const { body } = await allowed(ask('getClient', { clientId }));
    return write({ columns: columns.branchColumns, pages: [body.branches] });
  },
  async people({ ask, request: { clientId, status }, at }, write) {
    const { body } = await allowed(ask('listPeople', { clientId }));
    const people = body.filter((person) => status === undefined || person.status === status);
    return write({ columns: columns.peopleColumns(at), pages: [people] });
  },
  async displays({ ask, request: { clientId }, at }, write) {
    const { body } = await allowed(ask('listDisplays', { clientId }));
    return write({ columns: columns.displayColumns(at), pages: [body] });
  },
  async 'api-keys'({ ask, request: { clientId }, at }, write) {
    const { body } = await allowed(ask('listApiKeys', { clientId }));
    return write({ columns: columns.apiKeyColumns(at), pages: [body] });
  },
  async webhooks({ ask, request: { clientId }, at }, write) {
    const { body } = await allowed(ask('listWebhooks', { clientId }));
    return write({ columns: columns.webhookColumns(at), pages: [body] });
  },
  async deliveries({ ask, request: { clientId, webhookId }, at }, write) {
    if (webhookId === undefined) return refuse('webhook.unknown');
    const first = await ask('listDeliveries', { clientId, webhookId });
    if ('refused' in first) return first;
    const pages = partsOf(async (before) => {
      const { body } = before === null ? first : await allowed(ask('listDeliveries', { clientId, webhookId, before }));
      return { rows: body, next: body.at(-1)?.deliveryId };
    });
    return write({ columns: columns.deliveryColumns(at), pages });
  },
  async imports({ ask, request: { clientId }, at }, write) {
    const { body } = await allowed(ask('listImports', { clientId }));
    return write({ columns: columns.importColumns(at), pages: [body.imports] });
  },
  async 'possible-duplicates'({ ask, request: { clientId } }, write) {
    const pages = partsOf(async (cursor) => {
      const part = { clientId, pageSize: 200, ...(cursor !== null && { cursor }) };
      const { body, next } = await allowed(ask('listDuplicates', part));
      return { rows: body, next };
    });
    return write({ columns: columns.duplicateColumns, pages });
  },
  async 'due-patients'({ ask, request: { clientId }, at }, write) {
    const pages = partsOf(async (cursor) => {
      const { body, next } = await allowed(ask('listDuePatients', { clientId, ...(cursor !== null && { cursor }) }));
      return { rows: body.patients, next };
    });
    return write({ columns: columns.duePatientColumns(at), pages });
  },
  async 'due-sign-ins'({ ask, request: { clientId } }, write) {
    const { body } = await allowed(ask('listDueSignIns', { clientId }));
    return write({ columns: columns.dueMonthColumns, pages: [body.months] });
  },
};

/** The lists of the office and the settings, as their pages show them. */
export const officeListExport = (
  { onExported }: Pick<ProofDeps, 'onExported'>,
  calls: Queries<ListCall>,
): Queries<'exportOfficeList'> => ({
  async exportOfficeList(request, snapshot, context) {
    // An id that no list reads would pass unchecked.
    if (request.webhookId !== undefined && request.list !== 'deliveries') return refuse('request.invalid');
    const { zone = defaultZone } = snapshot.directory.client(snapshot.clientId) ?? {};
    const asked: Asked = {
      request,
      // Casts are safe: a call belongs to its name, and each of them needs a person who is signed in.
      ask: (name, of) => (calls[name] as unknown as Query<typeof name>)(of, snapshot, context as never),
      at: (instant) => (instant ? clinicTime(instant, zone) : null),
    };
    return lists[request.list](asked, ({ columns, pages }) =>
      csvReply({ list: request.list, columns, pages, request }, snapshot, { context, onExported }),
    );
  },
});
