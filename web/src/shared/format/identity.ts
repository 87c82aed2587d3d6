import type { Age, ShownIdentity } from '@dayline/contracts/clinic/identity';
import { formatText as text } from './text.ts';

/** An age with the sex: '45 F', '45 y', '14 d F', 'F'. */
function ageAndSex(age: Age | null, sex: ShownIdentity['sex']): string | null {
  if (age === null) return sex && text.sex[sex];
  // The sex shows that a number without a unit is an age.
  const count = sex !== null && age.unit === 'years' ? String(age.count) : text.age[age.unit](age.count);
  return sex === null ? count : `${count} ${text.sex[sex]}`;
}

/** Age, gender and hospital number, shown beside the name: '45 F · 240017'; '' if nothing is known. */
export const identityText = (identity: ShownIdentity | undefined): string =>
  identity === undefined ? '' : [ageAndSex(identity.age, identity.sex), identity.uhid].filter(Boolean).join(' · ');

/** The same after a name, in plain text. */
export const namedText = (name: string, identity: ShownIdentity | undefined): string =>
  identity === undefined ? name : `${name}, ${identityText(identity)}`;
