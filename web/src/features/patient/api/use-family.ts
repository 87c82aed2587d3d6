import { isWholePhone } from '@dayline/contracts/fields/phone';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Details } from '../details.ts';

/** Email and place of the people registered with a phone, once it is typed as a whole. */
export function useFamily({ countryCode, phone }: Pick<Details, 'countryCode' | 'phone'>) {
  const { clientId } = useIdentity();
  const enabled = isWholePhone(phone);
  const { data } = useCall('verifyUser', { phone: countryCode + phone, clientId }, { enabled });
  const people = enabled && data?.exists ? [data, ...data.others] : [];
  return {
    email: people.find(({ email }) => email)?.email ?? '',
    location: people.find(({ location }) => location)?.location ?? '',
  };
}
