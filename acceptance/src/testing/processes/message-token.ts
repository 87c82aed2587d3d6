import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageLinks } from '@dayline/command-service/message-choice/message-links';
import { systemClock } from '@dayline/runtime/clock';
import { openSqliteVault } from '@dayline/vault/sqlite/open';

/** The token of a link in an email to a patient, to end emails or, of an appointment, to answer it; of the product on this folder: an email itself waits for minutes. */
export async function messageToken(dataDir: string, patientId: string, appointmentId?: string): Promise<string> {
  const { MASTER_KEY: masterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const path = join(dataDir, 'vault.db');
  const vault = await openSqliteVault({ path, masterKey: Buffer.from(masterKey, 'base64'), clock: systemClock });
  try {
    const links = messageLinks(vault.keys);
    return await (appointmentId === undefined
      ? links.tokenOf(patientId)
      : links.answerTokenOf(appointmentId, patientId));
  } finally {
    await vault.close();
  }
}
