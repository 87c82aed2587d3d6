import type { DetailField } from '@dayline/contracts/patients/person';
import { identityText } from '../../shared/format/identity.ts';
import { fullDate } from '../../shared/format/time.ts';
import { phoneText } from '../../ui/locale/words.ts';
import type { Overview } from './rules.ts';
import { detailsText as text } from './text.ts';

/** Details that are chosen together, from one of two records. */
export interface Choice {
  readonly fields: readonly DetailField[];
  readonly label: string;
  /** As shown; '' if unknown. */
  readonly own: string;
  readonly other: string;
}

const guardianOf = ({ guardianRelation, guardianName }: Overview): string =>
  [guardianRelation && text.relations[guardianRelation], guardianName].filter(Boolean).join(': ');
const bornOf = ({ bornOn, identity }: Overview): string => {
  if (bornOn !== null) return fullDate(bornOn);
  return identity?.age ? identityText({ uhid: null, sex: null, age: identity.age }) : '';
};
const phoneOf = ({ phone, phoneNote }: Overview): string =>
  [phone && phoneText(phone), phoneNote && `(${phoneNote})`].filter(Boolean).join(' ');

/** The details of two records side by side, without those that neither has. */
export function choicesOf(own: Overview, other: Overview): readonly Choice[] {
  const { labels } = text;
  const rows: readonly (readonly [fields: readonly DetailField[], label: string, of: (from: Overview) => string])[] = [
    [['name'], labels.name, ({ name }) => name ?? ''],
    [['phone', 'phoneNote'], labels.phone, phoneOf],
    [['uhid'], labels.uhid, ({ identity }) => identity?.uhid ?? ''],
    [['bornOn', 'ageText'], labels.bornOn, bornOf],
    [['sex'], labels.sex, ({ identity }) => (identity?.sex ? text.sexes[identity.sex] : '')],
    [['email'], labels.email, ({ email }) => email ?? ''],
    [['location'], labels.location, ({ location }) => location ?? ''],
    [['guardianRelation', 'guardianName'], labels.guardianName, guardianOf],
  ];
  return rows
    .map(([fields, label, pickFields]) => ({ fields, label, own: pickFields(own), other: pickFields(other) }))
    .filter((choice) => choice.own !== '' || choice.other !== '');
}

/** What is unknown in this record is taken from the other one, unless the desk decides otherwise. */
export const proposedFrom = ({ own, other }: Choice): 'own' | 'other' => (own === '' && other !== '' ? 'other' : 'own');
