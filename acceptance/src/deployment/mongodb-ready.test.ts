import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

const script = readFileSync(fileURLToPath(new URL('../../../deploy/mongodb/ready.js', import.meta.url)), 'utf8');

/** The server's state before and after the script; `passwords` by user. */
interface State {
  hasReplicaSet: boolean;
  isPrimary: boolean;
  readonly passwords: Map<string, string>;
}
const roles = [{ role: 'readWrite', db: 'dayline' }];

/** Runs the script as mongosh does, on a fake server with the calls that the script uses; returns its exit code. */
function check(state: State): number | undefined {
  let exit: number | undefined;
  const admin = {
    adminCommand(command: Readonly<Record<string, unknown>>) {
      if ('hello' in command) return { isWritablePrimary: state.isPrimary };
      if ('replSetInitiate' in command) state.hasReplicaSet = true;
      else if (!state.hasReplicaSet) throw Object.assign(new Error('none yet'), { codeName: 'NotYetInitialized' });
      return {};
    },
    getUser: (name: string) => (state.passwords.has(name) ? { user: name } : null),
    createUser(made: { user: string; pwd: string; roles: unknown }) {
      if (state.passwords.has(made.user)) throw new Error('is there');
      expect(made.roles).toEqual(roles);
      state.passwords.set(made.user, made.pwd);
    },
    updateUser: (name: string, { pwd }: { pwd: string }) => state.passwords.set(name, pwd),
  };
  const connect = (address: string) => {
    const { username, password } = new URL(address);
    if (state.passwords.get(username) !== decodeURIComponent(password)) throw new Error('Authentication failed');
    return admin;
  };
  const env = { MONGO_INITDB_ROOT_USERNAME: 'root', MONGO_INITDB_ROOT_PASSWORD: 'r/1', MONGODB_PASSWORD: 'new' };
  const quit = (code: number) => {
    exit = code;
  };
  runInNewContext(script, { connect, quit, process: { env }, encodeURIComponent });
  return exit;
}
const stateOf = (more: Partial<State>, accounts: readonly (readonly [string, string])[] = []): State => ({
  hasReplicaSet: true,
  isPrimary: true,
  ...more,
  passwords: new Map([['root', 'r/1'], ...accounts]),
});

test('from an empty state: no replica set, then no primary yet, then the account', () => {
  const state = stateOf({ hasReplicaSet: false, isPrimary: false });
  expect([check(state), state.hasReplicaSet, state.passwords.has('dayline')]).toEqual([1, true, false]);
  state.isPrimary = true;
  expect([check(state), state.passwords.get('dayline')]).toEqual([0, 'new']);
});

test.each([
  ['a start that was cut before the account', stateOf({})],
  ['another password', stateOf({}, [['dayline', 'old']])],
  ['all is there', stateOf({}, [['dayline', 'new']])],
])('mends itself: %s', (_, state) => {
  expect([check(state), state.passwords.get('dayline')]).toEqual([0, 'new']);
});
