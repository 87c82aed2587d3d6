import { importUndoMs } from '@dayline/contracts/endpoints/import';
import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import { isErrorCode, refuse, sentenceOf } from '@dayline/contracts/errors';
import { ulidPattern } from '@dayline/contracts/ids';
import type { ImportViewRow } from '@dayline/contracts/views';
import { importProblems } from '@dayline/contracts/words/import';
import type { SignedInContext } from '@dayline/http/handler';
import type { Snapshot } from '../desk/snapshot.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { linesOf } from './export.ts';

/** The number of imports that are listed, newest first. */
const maxListed = 100;

function overviewOf(row: ImportViewRow, now: number): ImportOverview {
  const { key, kind, by, startedAt, rows, done, created, matched, refused, skipped, finishedAt, outcome } = row;
  const until = finishedAt === null ? null : new Date(Date.parse(finishedAt) + importUndoMs).toISOString();
  const canUndo = row.undo === null && created > 0 && until !== null && Date.parse(until) > now;
  const { keptRows: _, ...undo } = row.undo ?? { keptRows: [] };
  return {
    ...{ importId: key, kind, by, startedAt, rows, done, created, matched, refused, skipped },
    ...{ finishedAt, outcome, undoUntil: canUndo ? until : null },
    undo: row.undo && (undo as ImportOverview['undo']),
  };
}

/** In English. A code of a newer build is shown as it is. */
function sentenceOfCode(code: string): string {
  if (isErrorCode(code)) return sentenceOf(code);
  return Object.hasOwn(importProblems, code) ? importProblems[code as keyof typeof importProblems] : code;
}

/** Names of the records that an undo kept: ids begin with that of a doctor or patient; a hospital day has its own. */
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

/** Imports with their progress, and exports of the lists. */
export function importQueries({
  onExported,
}: Pick<ProofDeps, 'onExported'>): Queries<'listImports' | 'getImport' | 'exportList'> {
  return {
    async listImports({ clientId }, { desk, instant }) {
      const order = [
        { field: 'startedAt', descending: true },
        { field: 'key', descending: true },
      ];
      const { rows } = await desk.page({ view: 'imports', where: { clientId }, order, limit: maxListed });
      return { body: { imports: rows.map((row) => overviewOf(row, instant)) } };
    },

    async getImport({ importId }, snapshot) {
      const row = await snapshot.desk.row('imports', importId);
      if (!row) return refuse('import.unknown');
      const keptRows = row.undo?.keptRows ?? [];
      const nameOf = await namesOf(
        keptRows.map(({ id }) => id),
        snapshot,
      );
      return {
        body: {
          import: overviewOf(row, snapshot.instant),
          refused: row.refusedRows.map((refusedRow) => ({ ...refusedRow, sentence: sentenceOfCode(refusedRow.code) })),
          kept: keptRows.map((row) => ({ ...row, sentence: sentenceOfCode(row.code), name: nameOf(row.id) })),
        },
      };
    },

    async exportList({ kind, from }, snapshot, context) {
      const { date } = snapshot.clinicOf(snapshot.clientId);
      const file = `dayline-${kind}-${date}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${file}"` };
      return { body: {}, headers, text: recorded(linesOf(kind, from ?? null, snapshot), kind, context) };
    },
  };

  async function* recorded(lines: AsyncIterable<readonly string[]>, kind: string, context: SignedInContext) {
    let entries = -1;
    let complete = 'no';
    try {
      for await (const piece of lines) {
        entries += piece.length;
        yield piece.join('');
      }
      complete = 'yes';
    } finally {
      onExported(context, { format: 'csv', list: kind, entries: String(Math.max(0, entries)), complete });
    }
  }
}
