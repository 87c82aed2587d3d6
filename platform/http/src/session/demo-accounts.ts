import type { Config } from '@dayline/runtime/config/config';
import type { Account, Vault } from '@dayline/vault/port';
import { openPasswords } from './passwords.ts';

/** The password of every demo sign-in. It is public. */
export const demoPassword = 'Dayline#2026';

export const demoAddresses = [
  'admin@sunrise.example',
  'desk2@sunrise.example',
  'doctor@sunrise.example',
  'auditor@sunrise.example',
  'admin@lakeside.example',
] as const;

/** The demo accounts that anyone can sign in to with the demo's password. */
export async function openDemoAccounts({ accounts }: Pick<Vault, 'accounts'>): Promise<readonly Account[]> {
  const passwords = openPasswords();
  const found: Account[] = [];
  for (const email of demoAddresses) {
    const account = await accounts.byEmail(email);
    if (!account?.passwordHash) continue;
    const verdict = await passwords.verify(account.passwordHash, demoPassword, email);
    if (verdict !== 'busy' && verdict.isRight) found.push(account);
  }
  return found;
}

export interface ServingProcess {
  readonly config: Pick<Config, 'production'>;
  readonly stores: { readonly vault: Pick<Vault, 'accounts'> };
  close(): Promise<void>;
}

/** Closes the process's stores if in production the public could sign in. @throws Error with the operator's line */
export async function refuseDemoAccounts({ config, stores, close }: ServingProcess): Promise<void> {
  if (!config.production) return;
  const found = await openDemoAccounts(stores.vault);
  if (found.length === 0) return;
  await close();
  const addresses = found.map(({ email }) => email).join(', ');
  throw new Error(
    `production refuses accounts of the demo, whose password is public (${addresses}). Close them with: npm run dayline -- account close --demo`,
  );
}
