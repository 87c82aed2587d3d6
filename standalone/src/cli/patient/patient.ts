import { setTimeout as pause } from 'node:timers/promises';
import type { UnfinishedErasure } from '@dayline/command-service/erasure/erasures';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import { ulidPattern } from '@dayline/contracts/ids';
import type { Command } from 'commander';
import { CliFailure, granted } from '../terminal/failure.ts';
import { byOption, reasonIn } from '../terminal/operator.ts';
import { say } from '../terminal/output.ts';
import { clientNamed } from '../view-reader.ts';
import { atWork, type Workplace } from '../workplace.ts';
import { type CopyOptions, exportPatient } from './export.ts';

interface EraseOptions {
  readonly client?: string;
  readonly by: string;
  readonly reason?: string;
}

export function patientCommands(program: Command): void {
  const patient = program.command('patient').description('patients');
  patient
    .command('erase')
    .description('erase a patient permanently: the events stay, but no longer reveal who they are about')
    .argument('<patient>', "the patient's id, or the phone with country code (with --client)")
    .option('--client <client>', "the client's name or id, to find a patient by phone")
    .requiredOption('--yes', 'confirm: this cannot be undone')
    .addOption(byOption())
    .option(
      '--reason <text>',
      'why, for the auditors; it stays for ever, so it must not say whom it is about',
      reasonIn,
    )
    .action((idOrPhone: string, { reason, ...options }: EraseOptions) =>
      atWork(async (workplace) => {
        const { patientId, clientId } = await patientNamed(workplace, idOrPhone, options.client);
        const { commands, by, finishErasures, desk } = workplace;
        const { records } = granted(await commands.erasePatient({ patientId, reason }, by(clientId, options.by)));
        const [personId = patientId, ...merged] = records;
        await finishErasures();
        // The views are scrubbed by their projector; this waits until they are.
        const [row] = await (await desk()).rows('patients', { key: personId });
        if (row && !row.erased) throw new CliFailure('The views still show the patient. Run this command again.');
        say(`Patient ${personId} erased.`);
        if (merged.length > 0) say(`Also erased, as records of the same person: ${merged.join(', ')}`);
        const unfinishedErasures = await finishedInTime(workplace);
        if (unfinishedErasures.length > 0) say(`Files may still contain traces. The product continues to remove them:`);
        for (const erasure of unfinishedErasures) say(lineOf(erasure));
      }),
    );
  patient
    .command('export')
    .description('write a copy of everything that is kept about a patient, for the person, as JSON')
    .argument('<patient>', "the patient's id, or the phone with country code (with --client)")
    .option('--client <client>', "the client's name or id, to find a patient by phone")
    .requiredOption('--out <file>', 'the new file; only you can read it')
    .addOption(byOption())
    .action((idOrPhone: string, { client, ...options }: CopyOptions & { readonly client?: string }) =>
      atWork(async (workplace) => exportPatient(workplace, await patientNamed(workplace, idOrPhone, client), options)),
    );
  patient
    .command('erasures')
    .description('continue unfinished erasures and show what they wait for')
    .action(() =>
      atWork(async (workplace) => {
        await workplace.desk();
        const unfinishedErasures = await finishedInTime(workplace);
        for (const erasure of unfinishedErasures) say(lineOf(erasure));
        if (unfinishedErasures.length === 0) say('All erasures are finished.');
      }),
    );
}

/** How long (ms) the cleanup may take if nothing blocks it: the projector tries every second. */
const maxCleaning = 5_000;

async function finishedInTime({ finishErasures }: Workplace): Promise<readonly UnfinishedErasure[]> {
  const until = Date.now() + maxCleaning;
  for (;;) {
    const unfinishedErasures = await finishErasures();
    if (unfinishedErasures.length === 0 || Date.now() > until) return unfinishedErasures;
    await pause(100);
  }
}

const lineOf = ({ stream, since, waitsFor }: UnfinishedErasure): string =>
  `${streamKey(stream)}  since ${new Date(since).toISOString()}  waits for ${waitsFor.join(', ')}`;

async function patientNamed(
  { sealedLog, desk }: Workplace,
  idOrPhone: string,
  client: string | undefined,
): Promise<{ patientId: string; clientId: string }> {
  if (client !== undefined) {
    const { key: clientId, name } = await clientNamed(await desk(), client);
    const phone = idOrPhone.replaceAll(/[\s+-]/g, '');
    const rows = await (await desk()).rows('patients', { clientId, phone });
    // Several records of one person are one patient.
    const [found, ...others] = new Set(rows.map(({ key, mergedInto }) => mergedInto ?? key));
    if (found === undefined) throw new CliFailure(`${name} has no patient with the phone ${idOrPhone}.`);
    if (others.length === 0) return { patientId: found, clientId };
    const ids = [found, ...others];
    throw new CliFailure(`${ids.length} patients have the phone ${idOrPhone}. Give the id of one: ${ids.join(', ')}`);
  }
  if (!ulidPattern.test(idOrPhone))
    throw new CliFailure(`${idOrPhone} is not a patient's id. To find a patient by phone, also give --client.`);
  const [first] = await sealedLog.readStream(streams.patient(idOrPhone), { limit: 1 });
  const clientId = first?.data['clientId'];
  if (typeof clientId !== 'string') throw new CliFailure(`There is no patient ${idOrPhone}.`);
  return { patientId: idOrPhone, clientId };
}
