import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type ImportRow, maxImportBytes } from '@dayline/contracts/endpoints/import';
import { isRefusal, sentenceOf } from '@dayline/contracts/errors';
import { counted } from '@dayline/contracts/fields/phrase';
import { type ListKind, labelOf, listKinds } from '@dayline/contracts/imports/kinds';
import { deskOf } from '@dayline/query-service/desk/desk';
import { DirectoryCopy } from '@dayline/query-service/desk/directory';
import { snapshotsFrom } from '@dayline/query-service/desk/snapshot';
import { linesOf } from '@dayline/query-service/imports/export';
import { systemClock } from '@dayline/runtime/clock';
import { Argument, type Command, Option } from 'commander';
import { CliFailure, granted, unreadable } from './terminal/failure.ts';
import { byOption, dateIn } from './terminal/operator.ts';
import { say } from './terminal/output.ts';
import { clientNamed } from './view-reader.ts';
import { atWork, type Workplace } from './workplace.ts';

interface Options {
  readonly client: string;
  readonly kind?: ListKind;
  readonly yes?: true;
  readonly namedColumns?: true;
}

/** Number of rows printed of each kind. */
const maxPrinted = 20;

export function importCommands(program: Command): void {
  const client = ['--client <client>', "the client's name or id"] as const;
  program
    .command('import')
    .description('preview a list and import it after you confirm; rows that need a decision are skipped')
    .argument('<file>', 'CSV or TSV')
    .requiredOption(...client)
    .addOption(new Option('--kind <kind>', 'the kind of list, if the columns do not show it').choices(listKinds))
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
      atWork(async ({ desk, by, importService, carryOut }) => {
        const { key: clientId } = await clientNamed(await desk(), options.client);
        const [importRow] = await (await desk()).rows('imports', { key: importId, clientId });
        if (!importRow) throw new CliFailure(`${options.client} has no import ${importId}.`);
        granted(await (await importService()).undo({ importId }, by(clientId, options.by)));
        await carryOut(importId);
        const [row] = await (await desk()).rows('imports', { key: importId });
        say(`${row?.undo?.undone ?? 0} undone, ${row?.undo?.kept ?? 0} kept.`);
      }),
    );
  program
    .command('export')
    .description('export a list as CSV that can be imported again')
    .addArgument(new Argument('<list>', 'the list').choices(listKinds))
    .requiredOption(...client)
    .option('--from <date>', 'for hours: the weekly hours on this date; for past visits: the first date', dateIn)
    .option('--out <file>', 'write to this file instead of standard output')
    .action((kind: ListKind, options: ExportOptions) => atWork((workplace) => exportList(workplace, kind, options)));
}

interface ExportOptions {
  readonly client: string;
  readonly from?: string;
  readonly out?: string;
}

async function exportList(workplace: Workplace, kind: ListKind, { client, from, out }: ExportOptions): Promise<void> {
  const { desk, config, sealedLog, by, trail } = workplace;
  const reader = await desk();
  const { key: clientId } = await clientNamed(reader, client);
  const rows = deskOf(reader.store, sealedLog.start);
  const horizonDays = config.bookingHorizonDays;
  const parts = { desk: rows, copy: new DirectoryCopy(rows, sealedLog.start), clock: systemClock, horizonDays };
  const snapshot = (await snapshotsFrom(parts)()).of(clientId);
  const pieces: string[] = [];
  for await (const lines of linesOf(kind, from ?? null, snapshot)) pieces.push(...lines);
  const { now: _, ...context } = by(clientId);
  const subject = { format: 'csv', list: kind, entries: String(pieces.length - 1), complete: 'yes' };
  trail.record({ ...context, accountId: null, event: { type: 'ExportMade', data: { subject } } });
  await trail.flush();
  // Printed unescaped, since a spreadsheet reads it; a row contains nothing that could control a terminal.
  if (out === undefined) return void process.stdout.write(pieces.join(''));
  await writeFile(out, pieces.join(''), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure(`${out} cannot be written${error.code === 'EEXIST' ? ': the file already exists' : ''}.`);
  });
  say(`${counted(pieces.length - 1, 'row')} written to ${out}.`);
}

async function importFile(workplace: Workplace, path: string, options: Options): Promise<void> {
  const { desk, by, carryOut } = workplace;
  const service = await workplace.importService();
  const { key: clientId } = await clientNamed(await desk(), options.client);
  const context = by(clientId);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (bytes.length > maxImportBytes) throw new CliFailure('The file is larger than 10 MB.');
  const headerRow = options.namedColumns && ('first' as const);
  const request = {
    fileName: basename(path),
    ...(options.kind && { kind: options.kind }),
    ...(headerRow && { headerRow }),
  };
  const result = await service.uploads.upload(request, bytes, context);
  if (isRefusal(result) && result.refused === 'import.header-row-unclear')
    throw new CliFailure(`${sentenceOf(result.refused)} If it is a header row, add --named-columns.`);
  const file = granted(result);
  const { importId, kind, dayOrder } = file;
  if (!file.isKindClear) {
    await service.uploads.sealed.destroy(importId);
    throw new CliFailure(`This could be a list of ${kind}, or another one. Please add --kind.`);
  }
  for (const { name, field, match } of file.columns)
    say(`${name}: ${field ? labelOf(field) : 'not imported'}${match === 'guessed' ? ' (guessed)' : ''}`);
  const columns = file.columns.map(({ field }) => field);
  const preview = async (show: 'refused' | 'needsDecision') => {
    const pageRequest = { show, page: 1, pageSize: maxPrinted };
    for (;;) {
      const page = { clientId, importId, kind, dayOrder, columns, decisionsId: '', ...pageRequest };
      const reply = granted(await service.previews.page(page, context));
      if (reply.preview) return reply.preview;
    }
  };
  const { digest, counts, rowsToImport, rows: refusedRows } = await preview('refused');
  const { rows: undecidedRows } = await preview('needsDecision');
  for (const row of [...refusedRows, ...undecidedRows]) say(lineOf(row));
  say(
    `${counted(counts.all, 'row')}: ${counts.new} new, ${counts.existing} existing (${counts.changed} with changes), ${counts.differentPerson} different person on the same phone, ` +
      `${counts.needsDecision} need a decision, ${counts.refused} refused; ${counts.corrected} corrected automatically.`,
  );
  if (counts.withoutEmail > 0) {
    say(`${counted(counts.withoutEmail, 'new patient')} without an email, which bookings need here.`);
  }
  if (!(options.yes || (await isConfirmed(rowsToImport)))) {
    await service.uploads.sealed.destroy(importId);
    return say('Nothing imported.');
  }
  granted(await service.start({ importId, digest }, context));
  await carryOut(importId);
  const [row] = await (await desk()).rows('imports', { key: importId });
  say(`Import ${importId}: ${row?.created ?? 0} created, ${row?.matched ?? 0} matched, ${row?.refused ?? 0} refused.`);
  for (const { row: number, code } of row?.refusedRows.slice(0, maxPrinted) ?? []) say(`Row ${number}: ${code}`);
}

const lineOf = ({ row, finding, problem }: ImportRow): string =>
  `Row ${row} ${finding === 'needsDecision' ? 'needs a decision' : 'is refused'}: ${problem?.field ? `${labelOf(problem.field)}: ` : ''}${problem?.sentence ?? ''}`;

/** Asks for confirmation at a terminal; elsewhere nothing starts without --yes. */
async function isConfirmed(rows: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Import ${counted(rows, 'row')}? (y/N) `);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
