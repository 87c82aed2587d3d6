import { type ImportOverview, importBackMs } from '@dayline/contracts/endpoints/import';
import { isErrorCode, refuse, sentenceOf } from '@dayline/contracts/errors';
import { ulidPattern } from '@dayline/contracts/ids';
import type { ImportViewRow } from '@dayline/contracts/views';
import { importProblems } from '@dayline/contracts/words/import';
import type { SignedInContext } from '@dayline/http/handler';
import type { Snapshot } from '../desk/snapshot.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { linesOf } from './take-out.ts';

/** Imports that are listed, newest first. */
const mostListed = 100;

function overviewOf(row: ImportViewRow, now: number): ImportOverview {
  const { key, what, by, startedAt, rows, done, created, matched, refused, leftOut, settledAt, ended } = row;
  const until = settledAt === null ? null : new Date(Date.parse(settledAt) + importBackMs).toISOString();
  const isOpen = row.back === null && created > 0 && until !== null && Date.parse(until) > now;
  const { stayedRows: _, ...back } = row.back ?? { stayedRows: [] };
  return {
    ...{ importId: key, what, by, startedAt, rows, done, created, matched, refused, leftOut },
    ...{ settledAt, ended, backUntil: isOpen ? until : null },
    back: row.back && (back as ImportOverview['back']),
  };
}

/** In English. A code of a newer build says itself. */
function sentenceOfCode(code: string): string {
  if (isErrorCode(code)) return sentenceOf(code);
  return Object.hasOwn(importProblems, code) ? importProblems[code as keyof typeof importProblems] : code;
}

/** The name of what stays, whose id begins with that of a doctor or of a patient; a hospital's day has its own. */
async function namesOf(ids: readonly string[], { desk, directory, clientId }: Snapshot) {
  const owners = ids.map((id) => id.slice(0, 26)).filter((id) => ulidPattern.test(id));
  const people = await desk.rows('patients', owners);
  const days = directory.calendar(clientId)?.days ?? [];
  return (id: string): string | null => {
    const owner = id.slice(0, 26);
    const day = days.find(({ dayId }) => dayId === id);
    return people.get(owner)?.name ?? directory.doctor(owner)?.name ?? day?.name ?? null;
  };
}

/** Imports with their progress, and the lists that can be taken out and brought again. */
export function importQueries({
  onExported,
}: Pick<ProofDeps, 'onExported'>): Queries<'listImports' | 'getImport' | 'exportList'> {
  return {
    async listImports({ clientId }, { desk, instant }) {
      const order = [
        { field: 'startedAt', descending: true },
        { field: 'key', descending: true },
      ];
      const { rows } = await desk.page({ view: 'imports', where: { clientId }, order, limit: mostListed });
      return { body: { imports: rows.map((row) => overviewOf(row, instant)) } };
    },

    async getImport({ importId }, snapshot) {
      const row = await snapshot.desk.row('imports', importId);
      if (!row) return refuse('import.unknown');
      const stayed = row.back?.stayedRows ?? [];
      const nameOf = await namesOf(
        stayed.map(({ id }) => id),
        snapshot,
      );
      return {
        body: {
          import: overviewOf(row, snapshot.instant),
          refused: row.refusedRows.map((each) => ({ ...each, sentence: sentenceOfCode(each.code) })),
          stayed: stayed.map((each) => ({ ...each, sentence: sentenceOfCode(each.code), name: nameOf(each.id) })),
        },
      };
    },

    async exportList({ what, from }, snapshot, context) {
      const { date } = snapshot.clinicOf(snapshot.clientId);
      const file = `dayline-${what}-${date}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${file}"` };
      return { body: {}, headers, text: recorded(linesOf(what, from ?? null, snapshot), what, context) };
    },
  };

  async function* recorded(lines: AsyncIterable<readonly string[]>, what: string, context: SignedInContext) {
    let entries = -1;
    let complete = 'no';
    try {
      for await (const piece of lines) {
        entries += piece.length;
        yield piece.join('');
      }
      complete = 'yes';
    } finally {
      onExported(context, { format: 'csv', list: what, entries: String(Math.max(0, entries)), complete });
    }
  }
}
