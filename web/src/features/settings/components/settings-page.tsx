import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import type { ReactNode } from 'react';
import { ExportCsvIcon } from '../../../shared/exports/export-csv.tsx';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { sectionsText as text } from '../sections-text.ts';

type SectionName = 'hospital' | 'branches' | 'people' | 'displays' | 'connections' | 'retention';

/** Saves a list of the settings as a file. */
export function ExportList(list: Omit<RequestInputOf<'exportOfficeList'>, 'clientId'>) {
  const { clientId } = useIdentity();
  return <ExportCsvIcon name="exportOfficeList" request={{ clientId, ...list }} />;
}

/** The sections of the settings. */
function Sections({ current }: { current: SectionName }) {
  const sections = [
    { key: 'hospital', label: text.hospital, to: paths.settingsHospital },
    { key: 'branches', label: text.branches, to: paths.settingsBranches },
    { key: 'departments', label: text.departments, to: paths.departments },
    { key: 'doctors', label: text.doctors, to: paths.doctors },
    { key: 'people', label: text.people, to: paths.settingsPeople },
    { key: 'displays', label: text.displays, to: paths.settingsDisplays },
    { key: 'connections', label: text.connections, to: paths.settingsConnections },
    { key: 'retention', label: text.retention, to: paths.settingsRetention },
  ];
  return (
    <Inline component="nav" aria-label={text.settings} gap={2} wrap sx={{ mb: 2 }}>
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

interface SettingsPageProps {
  section: SectionName;
  /** The activity with the changes of this section. */
  history?: string;
  afterTitle?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A page of the settings: its title, its history next to it, and the links to the other sections. */
export function SettingsPage(props: SettingsPageProps) {
  const { section, history = `${paths.audit}?action=settings`, afterTitle, action, children } = props;
  return (
    <>
      <PageHeader
        title={text[section]}
        afterTitle={afterTitle}
        action={
          <>
            <LinkButton to={history} variant="text">
              {text.history}
            </LinkButton>
            {action}
          </>
        }
      />
      <Sections current={section} />
      {children}
    </>
  );
}
