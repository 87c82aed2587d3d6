// The health check: creates the single-node replica set if there is none, and the services' account if it can't sign
// in: at the first start, after an interrupted start, and with a changed password. Healthy means a writable primary
// that the services can sign in to.
const { MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: rootPassword, MONGODB_PASSWORD } = process.env;
const signedIn = (user, password) =>
  connect(
    `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:27017/admin?directConnection=true`,
  );
const isLetIn = () => {
  try {
    signedIn('dayline', MONGODB_PASSWORD);
    return true;
  } catch {
    return false;
  }
};

const admin = signedIn(root, rootPassword);
try {
  admin.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } });
}
const isPrimary = admin.adminCommand({ hello: 1 }).isWritablePrimary;
if (isPrimary && !isLetIn()) {
  // It may use its own database only.
  const account = { pwd: MONGODB_PASSWORD, roles: [{ role: 'readWrite', db: 'dayline' }] };
  if (admin.getUser('dayline')) admin.updateUser('dayline', account);
  else admin.createUser({ user: 'dayline', ...account });
}
quit(isPrimary && isLetIn() ? 0 : 1);
