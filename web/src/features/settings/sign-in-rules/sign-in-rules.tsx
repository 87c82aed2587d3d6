import { useCall } from '../../../shared/api/hooks.ts';
import { paths } from '../../../shared/paths.ts';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import type { Person } from '../components/person-row.tsx';
import { peopleText as text } from '../people-text.ts';

/** What the hospital requires of everybody's sign-in; administrators change it on Hospital. */
export function SignInRules({ people, isReader }: { people: readonly Person[]; isReader: boolean }) {
  const { data } = useCall('getSecondFactor', {});
  if (data === undefined) return null;
  const { policy, idleMinutes = null } = data;
  const local = people.filter(({ singleSignOn }) => singleSignOn === 'local').map(({ name }) => name);
  return (
    <Section
      title={text.rules}
      aside={isReader ? undefined : <TextLink to={paths.settingsHospital}>{text.changeRules}</TextLink>}
    >
      <Stack gap={0.5}>
        <Muted block>{text.factorRule[policy]}</Muted>
        <Muted block>{text.idleRule(idleMinutes)}</Muted>
        {local.length === 0 ? null : <Muted block>{text.singleSignOnRule(local.join(', '))}</Muted>}
      </Stack>
    </Section>
  );
}
