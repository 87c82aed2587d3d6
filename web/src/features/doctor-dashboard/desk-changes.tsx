import Button from '@mui/material/Button';
import { useState } from 'react';
import { useCall } from '../../shared/api/hooks.ts';
import { instantAtClinic } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Bold, Muted, PlainList } from '../../ui/layout/boxes.tsx';
import { uiText } from '../../ui/text.ts';
import { dashboardText as text } from './text.ts';

const keyOf = (pocId: string): string => `dayline.deskChangesSeen.${pocId}`;

/** What the desk changed in the doctor's settings, until it is dismissed on this device. */
export function DeskChanges({ pocId }: { pocId: string }) {
  const { zone } = useIdentity();
  const { data = [] } = useCall('listDeskChanges', { pocId });
  const [seenText, setSeenText] = useState(() => localStorage.getItem(keyOf(pocId)) ?? '');
  const changes = data.filter(({ recordedAt }) => recordedAt > seenText);
  const [newest] = changes;
  if (!newest) return null;
  const dismiss = () => {
    localStorage.setItem(keyOf(pocId), newest.recordedAt);
    setSeenText(newest.recordedAt);
  };
  return (
    <Banner
      tone="confirmed"
      icon="edit"
      aside={
        <Button variant="outlined" size="small" onClick={dismiss}>
          {uiText.dismiss}
        </Button>
      }
    >
      <Bold>{text.deskChanges}</Bold>
      <PlainList aria-label={text.deskChanges}>
        {changes.map(({ eventId, recordedAt, actor, sentence }) => (
          <li key={eventId}>
            {`${actor.name} ${sentence} `}
            <Muted>{instantAtClinic(recordedAt, zone)}</Muted>
          </li>
        ))}
      </PlainList>
    </Banner>
  );
}
