/** Each accepts a certificate that isn't the server's. */
const weakenings = ['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'];

/**
 * Whether a store's address makes its driver encrypt the connection and check the server's certificate. Option names
 * and values are compared without case, as the drivers do; whatever is not understood counts as weakened.
 */
export function hasCheckedTls(address: string): boolean {
  const [start = '', ...rest] = address.split('?');
  const options = [...new URLSearchParams(rest.join('?'))].map(([name, value]) => [name, value].map(lower));
  const valuesOf = (...names: string[]) =>
    options.flatMap(([name = '', value]) => (names.includes(name) ? [value] : []));
  // `mongodb+srv` and EventStoreDB's client encrypt unless set otherwise.
  const isEncrypted = !start.toLowerCase().startsWith('mongodb://') || valuesOf('tls', 'ssl').length > 0;
  return (
    isEncrypted &&
    valuesOf('tls', 'ssl', 'tlsverifycert').every((value) => value === 'true') &&
    valuesOf(...weakenings).every((value) => value === 'false')
  );
}

const lower = (text: string): string => text.toLowerCase();
