import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { peopleText as text } from '../people-text.ts';

type Section = 'hospital' | 'people' | 'displays' | 'retention';

/** The sections of the settings. Only administrators see people, departments and doctors. */
export function SettingsNav({ current }: { current: Section }) {
  const { role } = useIdentity();
  const isAdmin = role === 'admin';
  const sections = [
    { key: 'hospital', label: text.hospital, to: paths.settingsHospital },
    ...(isAdmin
      ? [
          { key: 'departments', label: text.departments, to: paths.departments },
          { key: 'doctors', label: text.doctors, to: paths.doctors },
          { key: 'people', label: text.title, to: paths.settingsPeople },
        ]
      : []),
    { key: 'displays', label: text.displays, to: paths.settingsDisplays },
    { key: 'retention', label: text.retention, to: paths.settingsRetention },
  ];
  return (
    <Inline component="nav" aria-label={text.sections} gap={2} wrap sx={{ mb: 2 }}>
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
