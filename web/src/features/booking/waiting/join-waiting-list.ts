import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { call, newIntentKey } from '../../../shared/api/client.ts';
import type { BookingDraft } from '../api/draft.ts';
import { targetOf } from '../family.ts';
import { wirePhone } from '../rules.ts';

export type Wanted = Omit<RequestOf<'joinWaitingList'>, 'clientId' | 'userId'>;

/** One idempotency key for each body, so that a retry after a lost connection adds nobody twice. */
export type WaitingKeys = Map<string, string>;

/** Saves the wizard's patient, who then waits for a place. */
export async function joinWaitingList(draft: BookingDraft, clientId: string, wanted: Wanted, keys: WaitingKeys) {
  const { fields } = draft;
  const keyOf = (body: object): string => {
    const intent = JSON.stringify(body);
    const key = keys.get(intent) ?? newIntentKey();
    keys.set(intent, key);
    return key;
  };
  const { name, email, location } = fields;
  const phone = fields.phone === '' ? null : wirePhone(fields);
  const patient = { name, phone, email: email || null, location: location || null, clientId, ...targetOf(draft) };
  const { userId } = await call('saveUser', patient, { key: keyOf(patient) });
  const request = { clientId, userId, ...wanted };
  return call('joinWaitingList', request, { key: keyOf(request) });
}
