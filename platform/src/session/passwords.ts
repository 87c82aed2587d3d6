import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id; the memory in KiB. Raising one of these rehashes each password at its next sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

export type Verdict =
  | { readonly isRight: false }
  /** `rehashed` is the same password under today's parameters, where they were raised since. */
  | { readonly isRight: true; readonly rehashed: string | null };

/** Hashing costs a core for some 20 ms: few run at once, few wait, and whoever comes then hears that it is busy. */
export interface Passwords {
  hash(password: string): Promise<string | 'busy'>;
  /** `null` for an account that is unknown or has no password yet: takes as long, and is wrong. */
  verify(passwordHash: string | null, password: string): Promise<Verdict | 'busy'>;
}

export interface PasswordsOptions {
  /** How many run at once: a core is left to everything else. */
  readonly atOnce?: number;
  readonly waiting?: number;
}

export function openPasswords({
  atOnce = Math.max(1, availableParallelism() - 1),
  waiting = 32,
}: PasswordsOptions = {}): Passwords {
  const line = waitingLine(atOnce, waiting);
  // Nobody's: what an unknown address is compared with. Made at once, so that the first of them waits no longer.
  const nobodys = hash('nobody has this password', parameters);
  nobodys.catch(() => {});
  return {
    hash: (password) => line(() => hash(password, parameters)),
    verify: (passwordHash, password) =>
      line(async () => {
        const isRight = await verify(passwordHash ?? (await nobodys), password);
        if (!isRight || passwordHash === null) return { isRight: false };
        return { isRight, rehashed: isOutdated(passwordHash) ? await hash(password, parameters) : null };
      }),
  };
}

function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash);
  return memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}

/** Runs at most `atOnce` jobs, lets `waiting` more wait in order, and turns the rest away. */
function waitingLine(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <Result>(job: () => Promise<Result>): Promise<Result | 'busy'> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) return 'busy';
      // Whoever finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
