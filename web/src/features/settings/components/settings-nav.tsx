import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { peopleText as text } from '../people-text.ts';

type Section = 'people' | 'displays';

/** The other sections of the settings. Only administrators see people. */
export function SettingsNav({ current }: { current: Section }) {
  const { role } = useIdentity();
  if (role !== 'admin') return null;
  const sections = [
    { key: 'people', label: text.title, to: paths.settingsPeople },
    { key: 'displays', label: text.displays, to: paths.settingsDisplays },
  ] as const;
  return (
    <Inline component="nav" aria-label={text.sections} gap={2} sx={{ mb: 2 }}>
      {sections.map(({ key, label, to }) => (
        <TextLink
          key={key}
          to={to}
          {...(key === current && { 'aria-current': 'page' as const })}
          sx={{ py: 0.5, fontWeight: key === current ? 600 : 400, color: key === current ? 'text.primary' : undefined }}
        >
          {label}
        </TextLink>
      ))}
    </Inline>
  );
}
