import { emailSchema } from '@dayline/contracts/fields/email';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { isCommonPassword } from '@dayline/http/session/common-passwords';
import { openDemoAccounts } from '@dayline/http/session/demo-accounts';
import type { ListedAccount, Vault } from '@dayline/vault/port';
import { hasSecondFactor } from '@dayline/vault/second-factors';
import { type Command, Option } from 'commander';
import { CliFailure, granted } from './terminal/failure.ts';
import { byOption, reasonIn } from './terminal/operator.ts';
import { nameOf, say } from './terminal/output.ts';
import { newPassword } from './terminal/password.ts';
import { clientNamed } from './view-reader.ts';
import { atWork } from './workplace.ts';

export function accountCommands(program: Command): void {
  const account = program.command('account').description('sign-ins of administrators and auditors');
  const passwordHelp = '\nThe password is asked for at the terminal, or read from standard input; never an argument.';
  account
    .command('add')
    .description('add an account; prints its id')
    .argument('<email>', 'the address to sign in with')
    .requiredOption('--client <client>', "the client's name or id")
    .requiredOption('--name <name>', "the person's name as shown in the history")
    .addOption(new Option('--role <role>', 'the role').choices(['admin', 'auditor']).default('admin'))
    .addHelpText('after', passwordHelp)
    .action((email: string, options: { client: string; name: string; role: 'admin' | 'auditor' }) =>
      atWork(async ({ commands, by, desk, vault, namesAround }) => {
        const address = addressOf(email);
        const name = nameOf('An account', options.name);
        const { key: clientId } = await clientNamed(await desk(), options.client);
        if (await vault.accounts.ownerOf(address)) throw new CliFailure(`${address}: This email is already in use.`);
        const password = await uncommonPassword(await namesAround({ name, email: address, clientId }));
        const { role } = options;
        const result = await commands.openAccount({ email: address, role, name, pocId: null, password }, by(clientId));
        say(granted(result).accountId);
      }),
    );
  account
    .command('reset')
    .description('give an account a new password; all its sessions end')
    .argument('<email>', "the account's address")
    .addHelpText('after', passwordHelp)
    .action((email: string) =>
      atWork(async ({ commands, by, vault, trail, namesAround }) => {
        const knownAccount = await accountOf(vault, email);
        const { email: address, isClosed } = knownAccount;
        if (isClosed) throw new CliFailure(`${address} is closed. Use "dayline account reopen" to open it again.`);
        const password = await uncommonPassword(await namesAround(knownAccount));
        const { accountId, clientId } = knownAccount;
        const context = by(clientId);
        granted(await commands.resetPassword({ accountId, password }));
        const { commandId, commandDigest, correlationId, causationId, channel, traceparent, actor } = context;
        const who = { commandId, commandDigest, correlationId, causationId, channel, traceparent, actor };
        trail.record({ ...who, accountId, clientId, event: { type: 'PasswordChanged', data: {} } });
        await trail.flush();
        say(`${address} has a new password; its sessions have ended.`);
      }),
    );
  account
    .command('reset-second-factor')
    .description('in an emergency, remove the second factor of an account; all its sessions end')
    .argument('<email>', "the account's address")
    .addOption(byOption())
    .requiredOption('--reason <text>', 'why, for the auditors', reasonIn)
    .action((email: string, { by: operator, reason }: { by: string; reason: string }) =>
      atWork(async ({ commands, by, vault }) => {
        const found = await accountOf(vault, email);
        if (found.isClosed) throw new CliFailure(`${found.email} is closed.`);
        const { factors } = await vault.secondFactors.read(found.accountId);
        if (!hasSecondFactor(factors)) throw new CliFailure(`${found.email} has no second factor.`);
        granted(await commands.resetSecondFactor({ ...found, reason }, by(found.clientId, operator)));
        say(`${found.email} has no second factor any more; its sessions have ended.`);
      }),
    );
  account
    .command('close')
    .description('close an account: no one can sign in, and its sessions and links end; its name stays in the history')
    .argument('[email]', "the account's address")
    .option('--demo', "close all accounts with the demo's public password")
    .action((email: string | undefined, { demo = false }: { demo?: boolean }) =>
      atWork(async ({ commands, by, vault }) => {
        if ((email === undefined) !== demo) throw new CliFailure('Give either the address of the account or --demo.');
        const accounts = email === undefined ? await openDemoAccounts(vault) : [await accountOf(vault, email)];
        if (accounts.length === 0) say("No account has the demo's password.");
        for (const found of accounts) {
          // Anybody can sign in to those with the demo's password: even the last one is closed.
          const close = demo ? commands.deactivateEvenLast : commands.deactivateAccount;
          granted(await close(found, by(found.clientId)));
          say(`${found.email} closed; its sessions have ended.`);
        }
      }),
    );
  account
    .command('reopen')
    .description('open a closed account again, with a new password')
    .argument('<email>', "the account's address")
    .addHelpText('after', passwordHelp)
    .action((email: string) =>
      atWork(async ({ commands, by, vault, namesAround }) => {
        const found = await accountOf(vault, email);
        if (!found.isClosed) throw new CliFailure(`${found.email} is not closed.`);
        const password = await uncommonPassword(await namesAround(found));
        granted(await commands.reactivateAccount({ ...found, password }, by(found.clientId)));
        say(`${found.email} reopened.`);
      }),
    );
}

/** Includes closed accounts. @throws CliFailure */
async function accountOf({ accounts }: Pick<Vault, 'accounts'>, email: string): Promise<ListedAccount> {
  const address = addressOf(email);
  const found = (await accounts.all()).find((account) => account.email === address);
  if (!found) throw new CliFailure(`There is no account with the address ${address}.`);
  return found;
}

function addressOf(email: string): string {
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw new CliFailure(`${email}: Please enter a valid email address.`);
  return emailKey(parsed.data);
}

async function uncommonPassword(names: readonly string[]): Promise<string> {
  const password = await newPassword();
  if (await isCommonPassword(password, names))
    throw new CliFailure('This password is too common. Please choose another.');
  return password;
}
