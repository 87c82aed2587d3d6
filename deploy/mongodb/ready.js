// The health check. Creates the single-node replica set if there is none, and the services' accounts if one can't sign
// in or lacks its grants: at the first start, after an interrupted start, with a changed password and after an upgrade.
// Healthy means a writable primary that each service can sign in to.
const { env } = process;

/** Increase it with each change of the grants: accounts with another number are granted them anew. */
const grants = 4;
const vault = 'dayline';
const views = 'dayline_views';
const whole = (db) => ({ db, collection: '' });
const inVault = (...names) => names.map((name) => ({ db: vault, collection: `vault.${name}` }));
const privilegesOn = (resources, actions) => resources.map((resource) => ({ resource, actions }));

/** Each process creates the vault's collections and indexes when it starts. */
const makeVault = privilegesOn([whole(vault)], ['createCollection', 'createIndex']);

/** What the two accounts with restricted write access need in the vault's database. */
const ownRoles = {
  // Sessions, throttles, uses of API keys, the trail, signed heads of the log and their emails; read-only: policies, erasures,
  // deliveries of webhooks and photos.
  daylineQuery: [
    ...makeVault,
    ...privilegesOn(inVault('sessions', 'attempts', 'keyUses', 'trail', 'trailLease', 'followers'), [
      'find',
      'insert',
      'update',
      'remove',
    ]),
    // Insert only: changing or removing a key would make a person's name unreadable.
    ...privilegesOn(inVault('keys', 'outbox', 'settings'), ['find', 'insert']),
    // An account that a command service renamed or closed in the log, and died before the vault had it.
    ...privilegesOn(inVault('accounts'), ['find', 'update']),
    ...privilegesOn(inVault('erasures', 'policies', 'deliveries'), ['find']),
    ...privilegesOn(
      ['blobs.files', 'blobs.chunks'].map((collection) => ({ db: vault, collection })),
      ['find'],
    ),
  ],
  // Read-only: personal keys, the last event seen, and failing emails for its health; the fingerprint of MASTER_KEY,
  // which the first process to start writes.
  daylineProjector: [
    ...makeVault,
    ...privilegesOn(inVault('keys', 'outbox', 'followers'), ['find']),
    ...privilegesOn(inVault('settings'), ['find', 'insert']),
  ],
};

const accounts = {
  // The command service and the command line, whose tools also write views.
  dayline: {
    pwd: env.MONGODB_PASSWORD,
    roles: [
      { role: 'readWrite', db: vault },
      { role: 'readWrite', db: views },
    ],
  },
  'dayline-query': {
    pwd: env.MONGODB_QUERY_PASSWORD,
    roles: [
      { role: 'read', db: views },
      { role: 'daylineQuery', db: 'admin' },
    ],
  },
  'dayline-projector': {
    pwd: env.MONGODB_PROJECTOR_PASSWORD,
    roles: [
      { role: 'readWrite', db: views },
      { role: 'daylineProjector', db: 'admin' },
    ],
  },
};

const signedIn = (user, password) =>
  connect(
    `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:27017/admin?directConnection=true`,
  );
const isLetIn = (user) => {
  try {
    signedIn(user, accounts[user].pwd);
    return true;
  } catch {
    return false;
  }
};
const users = Object.keys(accounts);

const admin = signedIn(env.MONGO_INITDB_ROOT_USERNAME, env.MONGO_INITDB_ROOT_PASSWORD);
try {
  admin.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } });
}
const isPrimary = admin.adminCommand({ hello: 1 }).isWritablePrimary;

const isReady = (user) => admin.getUser(user)?.customData?.grants === grants && isLetIn(user);
const unready = isPrimary ? users.filter((user) => !isReady(user)) : [];
if (unready.length > 0) {
  for (const [role, privileges] of Object.entries(ownRoles)) {
    if (admin.getRole(role)) admin.updateRole(role, { privileges });
    else admin.createRole({ role, privileges, roles: [] });
  }
}
for (const user of unready) {
  const account = { ...accounts[user], customData: { grants } };
  if (admin.getUser(user)) admin.updateUser(user, account);
  else admin.createUser({ user, ...account });
}
quit(isPrimary && (unready.length === 0 || users.every(isLetIn)) ? 0 : 1);
