import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** A host that isn't public, or a connection without TLS: neither is made for an address that a hospital typed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Networks that aren't the public internet (IANA's registries of special-purpose addresses), and multicast. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ...([['0.0.0.0', 8] as const, ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16]] as const),
  ...([['172.16.0.0', 12] as const, ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15]] as const),
  ...([['224.0.0.0', 4] as const, ['240.0.0.0', 4]] as const),
])
  notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ...([['::', 96] as const, ['2001::', 32], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64]] as const),
  ...([['2002::', 16] as const, ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8]] as const),
])
  notPublic.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is of the public internet; an IPv4 address mapped to IPv6 counts as the former. */
export const isPublicAddress = (address: string): boolean =>
  !notPublic.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks up a host for a connection, which is then made to the addresses found here and no others. */
function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const isPrivate = addresses.some(({ address }) => !isPublicAddress(address));
    if (isPrivate) return found(new AddressRefused(`${hostname} has an address that is not public.`), []);
    const [first] = addresses;
    return options.all || !first ? found(null, addresses) : found(null, first.address, first.family);
  });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The longest body that a provider may send, in bytes. */
const maxBody = 1_000_000;

/**
 * A fetch that reaches public hosts over https alone, and the private hosts that the operator allows. The addresses are
 * checked when the connection is made, so that a name can't change in between. The network library loads at first use.
 */
export function publicFetch(privateHosts: readonly string[]) {
  const isAllowed = (url: URL): boolean => privateHosts.includes(hostOf(url));
  async function load() {
    const { Agent, fetch } = await import('undici');
    const limits = { maxResponseSize: maxBody };
    return { fetch, checked: new Agent({ ...limits, connect: { lookup: publicLookup } }), allowed: new Agent(limits) };
  }
  let loaded: ReturnType<typeof load> | undefined;
  /** As far as it shows without a look-up. */
  function isRefused(url: URL): boolean {
    const host = hostOf(url);
    // An address instead of a name is not looked up.
    const isLiteral = isIP(host) !== 0;
    return !isAllowed(url) && (url.protocol !== 'https:' || (isLiteral && !isPublicAddress(host)));
  }
  return {
    isAllowed,
    isRefused,
    async fetch(address: string, init: object): Promise<Response> {
      const url = new URL(address);
      if (isRefused(url)) throw new AddressRefused(`${url.origin} is not public, or not https.`);
      loaded ??= load();
      const { fetch, checked, allowed } = await loaded;
      const response = await fetch(address, { ...init, dispatcher: isAllowed(url) ? allowed : checked });
      // Cast is safe: the library's response has what the platform's has.
      return response as unknown as Response;
    },
  };
}
