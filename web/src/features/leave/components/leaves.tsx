import { useCall } from '../../../shared/api/hooks.ts';
import { ExportCsvIcon } from '../../../shared/exports/export-csv.tsx';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { leavePath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Inline, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { rangeText } from '../range-text.ts';
import { leaveText as text } from '../text.ts';

/** The doctor's last leaves, newest first; nothing without any. */
export function Leaves({ pocId }: { pocId: string }) {
  const { zone } = useIdentity();
  const { data } = useCall('listLeaves', { pocId });
  if (!data || data.length === 0) return null;
  return (
    <Section
      title={text.earlier}
      count={data.length}
      padded={false}
      aside={<ExportCsvIcon name="exportLeaves" request={{ pocId }} />}
    >
      <PlainList aria-label={text.earlier}>
        {data.map((leave) => (
          <Inline component="li" key={leave.leaveId} gap={1} wrap sx={{ px: 2, py: 1, ...lineAbove }}>
            <TextLink to={leavePath({ doctor: pocId, leave: leave.leaveId })}>{rangeText(leave)}</TextLink>
            <span>{leave.reason}</span>
            <Muted sx={{ ml: { md: 'auto' } }}>
              {[text.state[leave.state], text.appointments(leave.rows)].join(' · ')}
              {' · '}
              {text.startedBy(leave.by, instantAtClinic(leave.startedAt, zone))}
            </Muted>
          </Inline>
        ))}
      </PlainList>
    </Section>
  );
}
