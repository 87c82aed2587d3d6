import type { Vault } from './port.ts';

/** An account that a person of a sign-in provider opens. */
export interface Binding {
  readonly accountId: string;
  readonly issuer: string;
}

/** Scope and value of the reservation by which an account has one person at an issuer: held for a hash of the person. */
export const boundAccount = ({ accountId, issuer }: Binding) =>
  ['singleSignOnAccount', `${accountId} ${issuer}`] as const;

/** Whether an account is bound, by a binding from before an instant (ms since the epoch, UTC). */
export async function isBound(
  reservations: Pick<Vault['reservations'], 'find'>,
  binding: Binding,
  { before = Number.POSITIVE_INFINITY }: { readonly before?: number } = {},
): Promise<boolean> {
  const bound = await reservations.find(...boundAccount(binding));
  return bound !== null && bound.since < before;
}
