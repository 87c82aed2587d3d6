// The health check: makes the replica set of one node where there is none yet; healthy is a primary that takes writes.
const { MONGO_INITDB_ROOT_USERNAME: user, MONGO_INITDB_ROOT_PASSWORD: password } = process.env;
const admin = connect(
  `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:27017/admin?directConnection=true`,
);
try {
  admin.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } });
}
quit(admin.adminCommand({ hello: 1 }).isWritablePrimary ? 0 : 1);
