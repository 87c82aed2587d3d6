import type { QueryName } from '@dayline/contracts/endpoints/table';
import { type CallContext, isSignedIn, type QueryHandlers } from '@dayline/http/handler';
import type { OnHistoryRead } from './history-read.ts';

/** The lists that show what happened or who came, by their name in the entry of a read. */
const histories: Partial<Record<QueryName, string>> = {
  listReplayMarks: 'marks',
  listActivity: 'activity',
  checkLog: 'check',
};
/** The lists of the desk's work, of which only an auditor's reads are recorded. */
const deskLists: Partial<Record<QueryName, string>> = {
  listAppointmentDetailsOfClient: 'appointments',
  listAppointmentDetailsOfDoctor: 'appointments',
  listMovedAppointments: 'appointments',
  listCalls: 'appointments',
  getTakings: 'takings',
  listUsers: 'patients',
  listDuePatients: 'patients',
  searchPatients: 'patients',
  listSamePerson: 'patients',
  findDuplicates: 'patients',
  listDuplicates: 'patients',
};

/** The filters of a list. The entry says that a name was searched, but not which. */
function filtersOf(request: object): Readonly<Record<string, string>> {
  const { date, pocId, search } = request as Partial<Record<string, unknown>>;
  return {
    ...(typeof date === 'string' && { date }),
    ...(typeof pocId === 'string' && { pocId }),
    ...(typeof search === 'string' && { search: 'yes' }),
  };
}

/** Handlers that record the reads of lists once they were answered. */
export function recordingLists(handlers: QueryHandlers, onHistoryRead: OnHistoryRead): QueryHandlers {
  const recordedCalls = Object.entries(handlers).map(([name, handle]) => {
    // Cast is safe: any other name is not in the tables.
    const list = histories[name as QueryName] ?? deskLists[name as QueryName];
    if (list === undefined) return [name, handle];
    const isOfDesk = !(name in histories);
    return [
      name,
      // Cast is safe: request and reply pass through unchanged.
      async (request: object, context: CallContext) => {
        const reply = await (handle as (request: object, context: CallContext) => Promise<object>)(request, context);
        const isRecorded = isSignedIn(context) && (!isOfDesk || context.caller.identity.role === 'auditor');
        // The entries about one person are that person's history, which is recorded as such.
        if (isRecorded && !('refused' in reply) && !('patientId' in request)) {
          onHistoryRead(context, { list, ...filtersOf(request) });
        }
        return reply;
      },
    ];
  });
  return Object.fromEntries(recordedCalls) as QueryHandlers;
}
