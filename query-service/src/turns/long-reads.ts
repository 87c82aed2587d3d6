import { endpoints, type QueryName } from '@dayline/contracts/endpoints/table';
import { type CallContext, hasCaller, type Reply } from '@dayline/http/handler';
import { FairQueue, type Ticket } from '@dayline/runtime/fair-queue';
import { isPaged, type PageRequest } from '../paging/request.ts';
import { visitorOf } from './turns.ts';

/** A page opens a few lists at once; an account with more reads in progress than its tickets is refused. */
const limits = { atOnce: 1, perOwner: 16 };

/** More rows or entries than a page shows. */
const longPage = 50;

/** Answers that are long for any request. */
const alwaysLong: ReadonlySet<QueryName> = new Set([
  'getAppointmentStory',
  'getActivityCauses',
  'listReplayMarks',
  'previewSchedule',
  'previewHospitalDay',
  'previewLeave',
  'getTakings',
  ...([
    'exportAppointments',
    'exportMovedAppointments',
    'exportCalls',
    'exportTakings',
    'exportDoctors',
    'exportPatients',
    'exportWaiting',
    'exportOfficeList',
    'exportLeaves',
    'exportList',
  ] as const),
  'listDuePatients',
]);

/** Whether a read holds the event loop for longer than others: a whole list, a long page, a history. */
export function isLong(name: QueryName, request: object): boolean {
  if (alwaysLong.has(name)) return true;
  const { shape } = endpoints[name].request;
  if (!('pageSize' in shape)) return false;
  // Cast is safe: a parsed request of a paged call.
  const page = request as PageRequest;
  return !isPaged(page) || (page.pageSize ?? 0) > longPage;
}

/** Each piece of a streamed answer is made in one turn; its reader, who may be slow, takes none. */
async function* inTurns<Piece>(pieces: AsyncIterable<Piece>, ticket: Ticket): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (
      let next = await ticket.turn(() => iterator.next());
      !next.done;
      next = await ticket.turn(() => iterator.next())
    ) {
      yield next.value;
    }
  } finally {
    ticket.leave();
    await iterator.return?.();
  }
}

type LongRead = (request: object, context: CallContext) => Promise<Reply<unknown> | { readonly refused: unknown }>;

/**
 * Long reads run one after another. Clients take turns, and each account has a limit, so that a booking waits for at
 * most one of them.
 */
export function longReads(): (name: QueryName, handle: LongRead) => LongRead {
  const queue = new FairQueue(limits);
  return (name, handle) => async (request, context) => {
    if (!hasCaller(context) || !isLong(name, request)) return handle(request, context);
    const ticket = queue.enter(visitorOf(context));
    try {
      const reply = await ticket.turn(() => handle(request, context));
      if (!('refused' in reply)) {
        if (reply.pieces) return { ...reply, pieces: inTurns(reply.pieces, ticket) };
        if (reply.text) return { ...reply, text: inTurns(reply.text, ticket) };
      }
      ticket.leave();
      return reply;
    } catch (error) {
      ticket.leave();
      throw error;
    }
  };
}
