import { hasCheckedTls } from './store-tls.ts';

test.each([
  'esdb://log.example:2113',
  'esdb+discover://log.example?tls=true',
  'kurrentdb://a:b@log.example:2113?keepAliveInterval=5&tls=True&tlsVerifyCert=true',
  'mongodb+srv://a:b@views.example/dayline',
  'mongodb://a:b@one.example:27017,two.example:27017/dayline?replicaSet=rs0&tls=true',
  'mongodb://views.example/dayline?ssl=true&tlsAllowInvalidHostnames=false',
])('%s is encrypted, to a server that is checked', (address) => {
  expect(hasCheckedTls(address)).toBe(true);
});

test.each([
  'esdb://log.example:2113?tls=false',
  'esdb://log.example:2113?TLS=False',
  'kurrentdb://log.example?tls=true&tlsVerifyCert=false',
  'esdb://log.example?tls=true&tls=false',
  'mongodb://views.example/dayline',
  'MONGODB://views.example/dayline?replicaSet=rs0',
  'mongodb://views.example/dayline?tls=false',
  'mongodb+srv://views.example/dayline?ssl=false',
  'mongodb+srv://views.example/dayline?tlsInsecure=true',
  'mongodb://views.example/dayline?tls=true&tlsAllowInvalidCertificates=true',
  'mongodb://views.example/dayline?tls=true&tlsallowinvalidhostnames=yes',
  'mongodb://views.example/dayline?tls=',
])('%s is not', (address) => {
  expect(hasCheckedTls(address)).toBe(false);
});
