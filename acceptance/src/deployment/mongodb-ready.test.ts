import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

const script = readFileSync(fileURLToPath(new URL('../../../deploy/mongodb/ready.js', import.meta.url)), 'utf8');

interface Account {
  readonly pwd: string;
  readonly roles?: readonly { readonly role: string; readonly db: string }[];
  readonly customData?: { readonly grants: number };
}
/** The server's state before and after the script. */
interface State {
  hasReplicaSet: boolean;
  isPrimary: boolean;
  readonly accounts: Map<string, Account>;
  readonly roles: Set<string>;
  /** How often an account or a role was written. */
  writes: number;
}

/** Runs the script as mongosh does, on a fake server with the calls that the script uses; returns its exit code. */
function check(state: State): number | undefined {
  let exit: number | undefined;
  const put = (name: string, account: Account, isNew: boolean) => {
    if (state.accounts.has(name) === isNew) throw new Error(isNew ? 'is there' : 'is not there');
    for (const { role, db } of account.roles ?? []) {
      if (db === 'admin' && !state.roles.has(role)) throw new Error(`There is no role ${role}.`);
    }
    state.accounts.set(name, account);
    state.writes += 1;
  };
  const putRole = (name: string, isNew: boolean) => {
    if (state.roles.has(name) === isNew) throw new Error(isNew ? 'is there' : 'is not there');
    state.roles.add(name);
    state.writes += 1;
  };
  const admin = {
    adminCommand(command: Readonly<Record<string, unknown>>) {
      if ('hello' in command) return { isWritablePrimary: state.isPrimary };
      if ('replSetInitiate' in command) state.hasReplicaSet = true;
      else if (!state.hasReplicaSet) throw Object.assign(new Error('none yet'), { codeName: 'NotYetInitialized' });
      return {};
    },
    getUser: (name: string) => state.accounts.get(name) ?? null,
    createUser: ({ user, ...account }: Account & { user: string }) => put(user, account, true),
    updateUser: (name: string, account: Account) => put(name, account, false),
    getRole: (name: string) => (state.roles.has(name) ? { role: name } : null),
    createRole: ({ role }: { role: string }) => putRole(role, true),
    updateRole: (name: string) => putRole(name, false),
  };
  const connect = (address: string) => {
    const { username, password } = new URL(address);
    if (state.accounts.get(username)?.pwd !== decodeURIComponent(password)) throw new Error('Authentication failed');
    return admin;
  };
  const env = {
    MONGO_INITDB_ROOT_USERNAME: 'root',
    MONGO_INITDB_ROOT_PASSWORD: 'r/1',
    MONGODB_PASSWORD: 'of-command',
    MONGODB_QUERY_PASSWORD: 'of-query',
    MONGODB_PROJECTOR_PASSWORD: 'of-projector',
  };
  const quit = (code: number) => {
    exit = code;
  };
  runInNewContext(script, { connect, quit, process: { env }, encodeURIComponent });
  return exit;
}
const stateOf = (more: Partial<State>): State => ({
  hasReplicaSet: true,
  isPrimary: true,
  roles: new Set(),
  writes: 0,
  ...more,
  accounts: new Map([['root', { pwd: 'r/1' }], ...(more.accounts ?? [])]),
});
const passwords = ({ accounts }: State) => [...accounts].map(([name, { pwd }]) => `${name} ${pwd}`).sort();
const allIn = ['dayline of-command', 'dayline-projector of-projector', 'dayline-query of-query', 'root r/1'];

test('from an empty state: no replica set, then no primary yet, then the accounts', () => {
  const state = stateOf({ hasReplicaSet: false, isPrimary: false });
  expect([check(state), state.hasReplicaSet, state.accounts.size]).toEqual([1, true, 1]);
  state.isPrimary = true;
  expect([check(state), passwords(state)]).toEqual([0, allIn]);
  expect([...state.accounts.values()].slice(1).every(({ roles }) => (roles ?? []).length > 0)).toBe(true);
});

test('where all is there nothing is written', () => {
  const state = stateOf({});
  check(state);
  const { writes } = state;
  expect([check(state), state.writes]).toEqual([0, writes]);
});

const whole = stateOf({});
check(whole);
const except = (name: string, account?: Account) =>
  new Map(
    [...whole.accounts].flatMap(([key, kept]) => (key === name ? (account ? [[key, account]] : []) : [[key, kept]])),
  );
const roles = () => new Set(whole.roles);

test.each([
  ['a start that was cut before the accounts', () => stateOf({})],
  ['a start that was cut after the roles', () => stateOf({ roles: roles() })],
  ['a start that was cut between two accounts', () => stateOf({ roles: roles(), accounts: except('dayline-query') })],
  ['another password', () => stateOf({ roles: roles(), accounts: except('dayline-projector', { pwd: 'old' }) })],
])('repairs itself: %s', (_, before) => {
  const state = before();
  expect([check(state), passwords(state)]).toEqual([0, allIn]);
  expect(state.accounts).toEqual(whole.accounts);
});
