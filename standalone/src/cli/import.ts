import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type ImportRow, mostImportBytes } from '@dayline/contracts/endpoints/import';
import { isRefusal, sentenceOf } from '@dayline/contracts/errors';
import { dateSchema } from '@dayline/contracts/ids';
import { type ImportKind, importKinds, labelOf } from '@dayline/contracts/imports/kinds';
import { deskOf } from '@dayline/query-service/desk/desk';
import { DirectoryCopy } from '@dayline/query-service/desk/directory';
import { snapshotsFrom } from '@dayline/query-service/desk/snapshot';
import { linesOf } from '@dayline/query-service/imports/take-out';
import { systemClock } from '@dayline/runtime/clock';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { CliFailure, granted, unreadable } from './terminal/failure.ts';
import { byOption } from './terminal/operator.ts';
import { say } from './terminal/output.ts';
import { clientNamed } from './view-reader.ts';
import { atWork, type Workplace } from './workplace.ts';

interface Options {
  readonly client: string;
  readonly what?: ImportKind;
  readonly yes?: true;
  readonly namedColumns?: true;
}

/** Rows of each kind that are printed. */
const mostPrinted = 20;

export function importCommands(program: Command): void {
  const client = ['--client <client>', "the client's name or id"] as const;
  program
    .command('import')
    .description('preview a list and import it after you confirm; rows that need a decision are skipped')
    .argument('<file>', 'CSV or TSV')
    .requiredOption(...client)
    .addOption(new Option('--what <kind>', 'the kind of list, if the columns do not show it').choices(importKinds))
    .option('--named-columns', 'the first row is a header row, although none of its names is recognised')
    .option('--yes', 'import without asking')
    .action((file: string, options: Options) => atWork((workplace) => importFile(workplace, file, options)));
  program
    .command('import-undo')
    .description('undo an import within 24 hours; records that have changed since are kept')
    .argument('<import>', "the import's id")
    .requiredOption(...client)
    .addOption(byOption())
    .action((importId: string, options: Pick<Options, 'client'> & { readonly by: string }) =>
      atWork(async ({ desk, by, importing, carryOut }) => {
        const { key: clientId } = await clientNamed(await desk(), options.client);
        const [known] = await (await desk()).rows('imports', { key: importId, clientId });
        if (!known) throw new CliFailure(`${options.client} has no import ${importId}.`);
        granted(await (await importing()).takeBack({ importId }, by(clientId, options.by)));
        await carryOut(importId);
        const [row] = await (await desk()).rows('imports', { key: importId });
        say(`${row?.back?.takenBack ?? 0} undone, ${row?.back?.stayed ?? 0} kept.`);
      }),
    );
  program
    .command('export')
    .description('export a list as CSV that can be imported again')
    .addArgument(new Argument('<list>', 'the list').choices(importKinds))
    .requiredOption(...client)
    .option('--from <date>', 'for hours: the weekly hours on this date; for past visits: the first date', dateOf)
    .option('--out <file>', 'write to this file instead of standard output')
    .action((what: ImportKind, options: ExportOptions) => atWork((workplace) => exportList(workplace, what, options)));
}

interface ExportOptions {
  readonly client: string;
  readonly from?: string;
  readonly out?: string;
}

function dateOf(text: string): string {
  if (!dateSchema.safeParse(text).success) throw new InvalidArgumentError('Write it like 2026-11-25.');
  return text;
}

async function exportList(workplace: Workplace, what: ImportKind, { client, from, out }: ExportOptions): Promise<void> {
  const { desk, config, sealedLog, by, trail } = workplace;
  const reader = await desk();
  const { key: clientId } = await clientNamed(reader, client);
  const rows = deskOf(reader.store, sealedLog.start);
  const horizonDays = config.bookingHorizonDays;
  const parts = { desk: rows, copy: new DirectoryCopy(rows, sealedLog.start), clock: systemClock, horizonDays };
  const snapshot = (await snapshotsFrom(parts)()).of(clientId);
  const pieces: string[] = [];
  for await (const lines of linesOf(what, from ?? null, snapshot)) pieces.push(...lines);
  const { now: _, ...context } = by(clientId);
  const subject = { format: 'csv', list: what, entries: String(pieces.length - 1), complete: 'yes' };
  trail.record({ ...context, accountId: null, event: { type: 'ExportMade', data: { subject } } });
  await trail.flush();
  // As it is, since a spreadsheet reads it: what could steer a terminal is no part of a row.
  if (out === undefined) return void process.stdout.write(pieces.join(''));
  await writeFile(out, pieces.join(''), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure(`${out} cannot be written${error.code === 'EEXIST' ? ': the file already exists' : ''}.`);
  });
  say(`${pieces.length - 1} rows written to ${out}.`);
}

async function importFile(workplace: Workplace, file: string, options: Options): Promise<void> {
  const { desk, by, carryOut } = workplace;
  const importing = await workplace.importing();
  const { key: clientId } = await clientNamed(await desk(), options.client);
  const context = by(clientId);
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (bytes.length > mostImportBytes) throw new CliFailure('The file is larger than 10 MB.');
  const firstLine = options.namedColumns && ('names' as const);
  const asked = {
    fileName: basename(file),
    ...(options.what && { what: options.what }),
    ...(firstLine && { firstLine }),
  };
  const read = await importing.files.bring(asked, bytes, context);
  if (isRefusal(read) && read.refused === 'import.first-line')
    throw new CliFailure(`${sentenceOf(read.refused)} If it is a header row, add --named-columns.`);
  const brought = granted(read);
  const { importId, what, dayOrder } = brought;
  for (const { name, becomes, how } of brought.columns)
    say(`${name}: ${becomes ? labelOf(becomes) : 'not imported'}${how === 'guessed' ? ' (guessed)' : ''}`);
  const columns = brought.columns.map(({ becomes }) => becomes);
  const rehearse = async (show: 'refused' | 'asks') => {
    const shown = { show, page: 1, pageSize: mostPrinted };
    for (;;) {
      const request = { clientId, importId, what, dayOrder, columns, answered: '', ...shown };
      const { rehearsal } = granted(await importing.rehearsals.page(request, context));
      if (rehearsal) return rehearsal;
    }
  };
  const { digest, counts, starts, rows: refused } = await rehearse('refused');
  const { rows: asking } = await rehearse('asks');
  for (const row of [...refused, ...asking]) say(lineOf(row));
  say(
    `${counts.all} rows: ${counts.new} new, ${counts.known} existing, ${counts.somebodyElse} different person on the same phone, ` +
      `${counts.asks} need a decision, ${counts.refused} refused; ${counts.mended} corrected automatically.`,
  );
  if (!(options.yes || (await isMeant(starts)))) {
    await importing.files.sealed.destroy({ importId });
    return say('Nothing imported.');
  }
  granted(await importing.start({ importId, digest }, context));
  await carryOut(importId);
  const [row] = await (await desk()).rows('imports', { key: importId });
  say(`Import ${importId}: ${row?.created ?? 0} created, ${row?.matched ?? 0} matched, ${row?.refused ?? 0} refused.`);
  for (const each of row?.refusedRows.slice(0, mostPrinted) ?? []) say(`Row ${each.row}: ${each.code}`);
}

const lineOf = ({ row, finding, problem }: ImportRow): string =>
  `Row ${row} ${finding === 'asks' ? 'needs a decision' : 'is refused'}: ${problem?.field ? `${labelOf(problem.field)}: ` : ''}${problem?.sentence ?? ''}`;

/** Asks at a terminal; elsewhere nothing is started without --yes. */
async function isMeant(rows: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Import ${rows} rows? (y/N) `);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
