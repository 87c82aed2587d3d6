// Run once by MongoDB's image, on an empty volume: the services' own account, which may use its database and no other.
db.getSiblingDB('admin').createUser({
  user: 'dayline',
  pwd: process.env.MONGODB_PASSWORD,
  roles: [{ role: 'readWrite', db: 'dayline' }],
});
