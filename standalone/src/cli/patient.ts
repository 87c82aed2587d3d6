import { streams, ulidPattern } from '@dayline/contracts/ids';
import type { Command } from 'commander';
import { clientNamed } from './desk.ts';
import { CliFailure, granted } from './failure.ts';
import { atWork, type Workplace } from './workplace.ts';

export function patientCommands(program: Command): void {
  const patient = program.command('patient').description('patients');
  patient
    .command('erase')
    .description('erase a patient for ever: the events stay, and nobody can read any more whom they are about')
    .argument('<patient>', "the patient's id, or the phone with country code (with --client)")
    .option('--client <client>', "the client's name or id, to find a patient by phone")
    .requiredOption('--yes', 'say that it is meant: nothing brings the patient back')
    .action((wanted: string, options: { client?: string }) =>
      atWork(async (place) => {
        const { patientId, clientId } = await patientNamed(place, wanted, options.client);
        const { commands, by, finishErasures, desk } = place;
        granted(await commands.erasePatient({ patientId }, by(clientId)));
        await finishErasures();
        // The views are scrubbed by whoever keeps them; this waits until they are.
        const [row] = await (await desk()).rows('patients', { key: patientId });
        if (row && !row.erased) throw new CliFailure('The views still show the patient. Run this again.');
        console.log(`Patient ${patientId} is erased.`);
      }),
    );
}

async function patientNamed(
  { sealedLog, vault, desk }: Workplace,
  wanted: string,
  client: string | undefined,
): Promise<{ patientId: string; clientId: string }> {
  if (client !== undefined) {
    const { key: clientId, name } = await clientNamed(await desk(), client);
    const phone = wanted.replaceAll(/[\s+-]/g, '');
    const held = await vault.reservations.find(`phone:${clientId}`, phone);
    if (!held) throw new CliFailure(`${name} has no patient with the phone ${wanted}.`);
    return { patientId: held.id, clientId };
  }
  if (!ulidPattern.test(wanted))
    throw new CliFailure(`${wanted} is no patient's id. To find one by phone, give --client too.`);
  const [first] = await sealedLog.readStream(streams.patient(wanted), { limit: 1 });
  const clientId = first?.data['clientId'];
  if (typeof clientId !== 'string') throw new CliFailure(`There is no patient ${wanted}.`);
  return { patientId: wanted, clientId };
}
