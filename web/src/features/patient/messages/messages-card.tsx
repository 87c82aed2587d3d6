import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { clinicToday, fullDate } from '../../../shared/format/time.ts';
import { lazyPiece } from '../../../shared/lazy-piece.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Inline, Muted } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import type { MessageLanguage, Overview } from '../rules.ts';
import { messagesText as text } from '../text.ts';

const MessagesDialog = lazyPiece(() => import('./messages-dialog.tsx'));
const LanguageDialog = lazyPiece(() => import('./language-dialog.tsx'));

/** Whether the patient wants emails about visits, who said so, and their language. */
export function MessagesCard({ overview, isDesk }: { overview: Overview; isDesk: boolean }) {
  const { zone } = useIdentity();
  const [isChanging, setChanging] = useState(false);
  const { messages, messageLanguage } = overview;
  const accepted = messages?.accepted ?? true;
  const since = messages && fullDate(clinicToday(zone, Date.parse(messages.since)));
  return (
    <Section
      title={text.title}
      aside={
        isDesk ? (
          <Button variant="text" size="small" onClick={() => setChanging(true)}>
            {accepted ? text.decline : text.accept}
          </Button>
        ) : undefined
      }
    >
      <Typography>{accepted ? text.accepted : text.declined}</Typography>
      {messages && since ? (
        <Muted block>{messages.by.kind === 'patient' ? text.byPatient(since) : text.by(messages.by.name, since)}</Muted>
      ) : null}
      {messageLanguage ? <LanguageLine overview={overview} shown={messageLanguage} isDesk={isDesk} /> : null}
      {isChanging ? (
        <Suspense>
          <MessagesDialog overview={overview} accepted={!accepted} onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}

function LanguageLine(props: { overview: Overview; shown: MessageLanguage; isDesk: boolean }) {
  const { overview, shown, isDesk } = props;
  const [isChanging, setChanging] = useState(false);
  const { chosen, ofHospital } = shown;
  const language = chosen === null ? text.ofHospital(text.languages[ofHospital]) : text.languages[chosen];
  return (
    <Inline gap={1} wrap sx={{ justifyContent: 'space-between' }}>
      <Typography>{text.inLanguage(language)}</Typography>
      {isDesk ? (
        <Button variant="text" size="small" aria-label={text.changeLanguage} onClick={() => setChanging(true)}>
          {text.change}
        </Button>
      ) : null}
      {isChanging ? (
        <Suspense>
          <LanguageDialog overview={overview} shown={shown} onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </Inline>
  );
}
