import { isPublicAddress } from './public-fetch.ts';

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...[
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a01:203',
  ],
  ...['64:ff9b::7f00:1', '2002:7f00:1::1', '::7f00:1', '::10.1.2.3', '2001:0:a01:203::1'],
])('%s is not an address of the public internet', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true));
