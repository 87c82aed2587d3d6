import { refuse } from '@dayline/contracts/errors';
import { needsSecondFactor } from '@dayline/contracts/fields/password';
import type { Handler } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import { isBound } from '@dayline/vault/bound-accounts';
import type { Vault } from '@dayline/vault/port';
import { hasSecondFactor, recoveryCodeCount, type SecondFactorStore } from '@dayline/vault/second-factors';
import type { Read } from '../desk/snapshot.ts';
import type { Queries } from './answer.ts';

export interface SecondFactorQueryDeps {
  readonly secondFactors: Pick<SecondFactorStore, 'read' | 'policyOf' | 'idleMinutesOf'>;
}
export interface OwnAccountQueryDeps {
  readonly passwordChangedAt: (clientId: string, accountId: string) => Promise<string | undefined>;
  readonly accounts: Pick<Vault['accounts'], 'byId'>;
  readonly sessions: Pick<Sessions, 'ofAccount' | 'publicIdOf'>;
}
export interface PeopleQueryDeps extends SecondFactorQueryDeps {
  readonly accounts: Pick<Vault['accounts'], 'ofClient'>;
  readonly reservations: Pick<Vault['reservations'], 'find'>;
  readonly sessions: Pick<Sessions, 'ofAccount'>;
  readonly secondFactors: SecondFactorQueryDeps['secondFactors'] & Pick<SecondFactorStore, 'localAdministratorsOf'>;
}

/** The signed-in identity (specification, section 7, "Session and login"). */
export const sessionQueries: Queries<'validateSession'> = {
  /** Names come from the views, so that a client's new name shows at once. */
  async validateSession(_request, { directory }, { caller: { identity } }) {
    const { emailOptional: _, ...rest } = identity;
    const client = directory.client(identity.clientId);
    const isEmailOptional = client ? !client.bookingNeedsEmail : identity.emailOptional;
    const doctor = identity.pocId === null ? null : directory.doctor(identity.pocId);
    return {
      body: {
        user: {
          ...rest,
          ...(isEmailOptional && { emailOptional: true as const }),
          clientName: client?.name ?? identity.clientName,
          zone: client?.zone ?? identity.zone,
          hasBranches: client ? client.branches.length > 0 : identity.hasBranches,
          pocName: doctor?.name ?? identity.pocName,
        },
      },
    };
  },
};

/** The accounts of the client, by name. */
export const peopleQueries = ({
  accounts,
  reservations,
  secondFactors,
  sessions,
}: PeopleQueryDeps): Queries<'listPeople'> => ({
  async listPeople({ clientId }, { directory }) {
    const issuer = directory.client(clientId)?.singleSignOn?.issuer;
    const found = await accounts.ofClient(clientId);
    const local = await secondFactors.localAdministratorsOf(clientId);
    const rest = local === null ? ('optional' as const) : ('required' as const);
    const body = await Promise.all(
      found.map(async ({ accountId, name, email, role, ...account }) => {
        const open = await sessions.ofAccount(accountId);
        return {
          ...{ accountId, name, email, role },
          status: account.isClosed
            ? ('deactivated' as const)
            : account.hasPassword
              ? ('active' as const)
              : ('invited' as const),
          invitedUntil: account.invitedUntil === null ? null : instant(account.invitedUntil),
          lastSignInAt: account.lastSignInAt === null ? null : instant(account.lastSignInAt),
          singleSignOn: local?.includes(accountId) ? ('local' as const) : rest,
          hasSecondFactor: hasSecondFactor((await secondFactors.read(accountId)).factors),
          isBound: issuer !== undefined && (await isBound(reservations, { accountId, issuer })),
          sessionCount: open.length,
          lastSeenAt: open.length === 0 ? null : instant(Math.max(...open.map((session) => session.lastSeenAt))),
        };
      }),
    );
    return { body: body.sort((one, other) => one.name.localeCompare(other.name)) };
  },
});

/** The caller's own second factor, without its secrets. */
export const secondFactorQueries = ({ secondFactors }: SecondFactorQueryDeps): Queries<'getSecondFactor'> => ({
  async getSecondFactor(_request, _snapshot, { caller }) {
    const { accountId, clientId, role } = caller.identity;
    const [stored, policy, idleMinutes] = await Promise.all([
      secondFactors.read(accountId),
      secondFactors.policyOf(clientId),
      secondFactors.idleMinutesOf(clientId),
    ]);
    const { totp, passkeys, recoveryCodes } = stored.factors;
    return {
      body: {
        app: totp && { since: instant(totp.since), lastUsedAt: instant(totp.lastUsedAt) },
        passkeys: passkeys.map(({ id: passkeyId, name, since, lastUsedAt }) => ({
          ...{ passkeyId, name, since: instant(since) },
          lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
        })),
        policy,
        required: needsSecondFactor(policy, role),
        ...(idleMinutes !== null && { idleMinutes }),
        recoveryCodes: recoveryCodes && {
          left: recoveryCodes.hashes.length,
          of: recoveryCodeCount,
          since: instant(recoveryCodes.since),
        },
      },
    };
  },
});

/** The caller's own account, and where it is signed in, without anything that opens a session. */
export const ownAccountQueries = ({
  accounts,
  passwordChangedAt,
  sessions,
}: OwnAccountQueryDeps): Queries<'getOwnAccount' | 'listOwnSessions'> => ({
  async getOwnAccount(_request, _snapshot, { caller }) {
    const { id, actor, identity } = caller;
    const account = await accounts.byId(id);
    if (!account) return refuse('session.missing');
    const changedAt = await passwordChangedAt(identity.clientId, id);
    return {
      body: { name: actor.name, email: account.email, ...(changedAt && { passwordChangedAt: changedAt }) },
    };
  },
  async listOwnSessions(_request, _snapshot, { caller }) {
    const found = await sessions.ofAccount(caller.id);
    const body = found.map(({ tokenHash, browser, system, address, openedAt, lastSeenAt }) => ({
      ownSessionId: sessions.publicIdOf(tokenHash),
      isThis: tokenHash === caller.sessionHash,
      ...{ browser, system, address },
      since: instant(openedAt),
      lastSeenAt: instant(lastSeenAt),
    }));
    return { body: body.sort((one, other) => Number(other.isThis) - Number(one.isThis)) };
  },
});

const instant = (ms: number): string => new Date(ms).toISOString();

/** The clients offered for sign-in (specification, section 7, "Session and login"). */
export const listClients =
  (read: Read): Handler<'listClients'> =>
  async () => {
    const { directories, position } = await read();
    const body = directories.clients().map(({ key, name, singleSignOn }) => ({
      ...{ Client_ID: key, Client_Name: name },
      ...(singleSignOn && { Single_Sign_On: { name: singleSignOn.providerName, domains: singleSignOn.domains } }),
    }));
    return { body, position };
  };
