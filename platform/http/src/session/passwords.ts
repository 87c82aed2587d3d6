import { availableParallelism } from 'node:os';
import { normalPassword } from '@dayline/contracts/fields/password';
import { FairQueue } from '@dayline/runtime/fair-queue';
import { TooBusy } from '@dayline/runtime/unavailable';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id; memory in KiB. After a change, each password is rehashed at its next sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

export type Verdict =
  | { readonly isRight: false }
  /** `rehashed` is set if the hash was created with lower parameters, or from a password that wasn't normalised. */
  | { readonly isRight: true; readonly rehashed: string | null };

/**
 * Hashing takes a core about 20 ms: few run at once, the requesting addresses take turns, and few of each address wait.
 * Further callers of that address get the answer that it is busy.
 */
export interface Passwords {
  hash(password: string, address: string): Promise<string | 'busy'>;
  /** `null` for an unknown account or one without password: takes as long and fails. */
  verify(passwordHash: string | null, password: string, address: string): Promise<Verdict | 'busy'>;
}

export interface PasswordsOptions {
  /** Maximum number of concurrent hashes; one core is left free. */
  readonly atOnce?: number;
  /** Running and waiting, per address. */
  readonly perAddress?: number;
  /** The comparison; tests may replace it. */
  readonly compare?: (passwordHash: string, password: string) => Promise<boolean>;
}

export function openPasswords({
  atOnce = Math.max(1, availableParallelism() - 1),
  perAddress = 32,
  compare = verify,
}: PasswordsOptions = {}): Passwords {
  const queue = new FairQueue({ atOnce, perOwner: perAddress });
  const inTurn = <Result>(address: string, work: () => Promise<Result>): Promise<Result | 'busy'> =>
    queue.run({ group: address, owner: address }, work).catch((error: unknown) => {
      if (error instanceof TooBusy) return 'busy';
      throw error;
    });
  // Compared with for unknown addresses. Computed at once, so that the first such sign-in takes no longer.
  const unknownHoldings = hash('nobody has this password', parameters);
  unknownHoldings.catch(() => {});
  return {
    hash: (password, address) => inTurn(address, () => hash(normalPassword(password), parameters)),
    verify: (passwordHash, password, address) =>
      inTurn(address, async () => {
        const right = await rightForm(passwordHash ?? (await unknownHoldings), password);
        if (right === null || passwordHash === null) return { isRight: false };
        const normal = normalPassword(password);
        const isKept = right === normal && !isOutdated(passwordHash);
        return { isRight: true, rehashed: isKept ? null : await hash(normal, parameters) };
      }),
  };

  /**
   * The form of a password that matches a hash: normalised, else as typed, for older hashes; null if neither. How many
   * are tried depends on the password alone, so the time reveals nothing about the account.
   */
  async function rightForm(passwordHash: string, password: string): Promise<string | null> {
    for (const form of new Set([normalPassword(password), password])) {
      if (await compare(passwordHash, form)) return form;
    }
    return null;
  }
}

function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash);
  return memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
