import { instantOf } from '@dayline/contracts/clinic/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { languages } from '@dayline/contracts/fields/language';
import { tokenText } from '@dayline/contracts/hall/tokens';
import { maxMessageText, messageTextSchema, ownText } from '@dayline/contracts/patients/message-texts';
import { type MessageKind, messageKinds } from '@dayline/contracts/patients/messages';
import { firstNameOf, messageText, paragraphOf, usualText, whenText } from '@dayline/contracts/words/message-text';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Inline, Muted, outlined, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { hospitalText, messageTextsText as text } from '../hospital-text.ts';

type Settings = ResponseOf<'getClient'>;
interface About {
  channel: 'email';
  kind: MessageKind;
  language: (typeof languages)[number];
}

/** The hospital's own texts of the messages to patients, with one of today's visits as the example; auditors read. */
export default function MessageTextsCard({ settings, isReader }: { settings: Settings; isReader: boolean }) {
  const { messages, messageTexts } = settings;
  const [kind, setKind] = useState<MessageKind>('booked');
  const [language, setLanguage] = useState(messages.language);
  const about = { channel: 'email', kind, language } as const;
  const mark = (of: MessageKind) =>
    ownText(messageTexts, { ...about, kind: of }) === null
      ? hospitalText.messageKinds[of]
      : text.own(hospitalText.messageKinds[of]);
  return (
    <Section title={text.title}>
      <Stack gap={2} sx={{ maxWidth: 560 }}>
        <Muted block>{text.lead}</Muted>
        <NativeSelectField
          label={text.message}
          value={kind}
          onChange={(value) => setKind(messageKinds.find((name) => name === value) ?? kind)}
          choices={messageKinds.map((value) => ({ value, label: mark(value) }))}
        />
        <NativeSelectField
          label={text.language}
          value={language}
          onChange={(value) => setLanguage(languages.find((name) => name === value) ?? language)}
          choices={languages.map((value) => ({ value, label: hospitalText.messageLanguages[value] }))}
        />
        <OneText key={`${kind} ${language}`} about={about} settings={settings} isReader={isReader} />
      </Stack>
    </Section>
  );
}

function OneText({ about, settings, isReader }: { about: About; settings: Settings; isReader: boolean }) {
  const { clientId } = useIdentity();
  const { act, isActing } = useAct();
  const usual = usualText(about);
  const own = ownText(settings.messageTexts, about);
  const [typed, setTyped] = useState(own ?? usual);
  const { data, error } = messageTextSchema.safeParse({ ...about, text: typed });
  const present = own ?? usual;
  const save = (value: string | null) =>
    act({
      send: () => call('changeClient', { clientId, values: { messageText: { ...about, text: value } } }),
      done: () => {
        if (value === null) setTyped(usual);
        return { message: text.saved };
      },
      failed: text.failed,
      refetch: ['getClient'],
    });
  return (
    <>
      <Box component="fieldset" disabled={isReader} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <TextField
          label={text.text}
          hint={text.hint}
          error={typed === present ? undefined : error?.issues[0]?.message}
          value={typed}
          onChange={setTyped}
          maxLength={maxMessageText}
          multiline
          rows={4}
        />
      </Box>
      <Preview about={about} settings={settings} typed={data?.text ?? present} />
      {isReader ? null : (
        <Inline gap={1.5} wrap>
          <ActionButton
            primary
            action={{
              name: text.save,
              enabled: data !== undefined && typed !== present,
              isPending: isActing,
              perform: () => void save(typed === usual ? null : typed),
            }}
          />
          {own === null ? null : (
            <ActionButton action={{ name: text.useUsual, isPending: isActing, perform: () => void save(null) }} />
          )}
        </Inline>
      )}
    </>
  );
}

/** What the patient of one of today's visits would read. */
function Preview({ about, settings, typed }: { about: About; settings: Settings; typed: string }) {
  const { clientId } = useIdentity();
  const { data } = useCall('listTodaysAppointmentsOfClient', { clientId });
  if (data === undefined) return null;
  const visit = data.find(({ Status }) => Status === 'Confirmed') ?? data[0];
  if (!visit) return <Muted block>{text.noVisit}</Muted>;
  const { language } = about;
  const { zone, name: hospital, branches } = settings;
  const at = { date: visit.AppointmentDate, time: visit.AppointmentTime };
  const startsAt = instantOf(at, zone);
  const branch = branches.find(({ closed, doctors }) => !closed && doctors > 0)?.name ?? null;
  const facts = {
    ...{ hospital, branch, doctor: visit.POC_Name, when: whenText(startsAt, zone, language) },
    until: whenText(startsAt - offerEndsBefore, zone, language),
    token: tokenText(visit.presence ?? { token: 7 }),
  };
  return (
    <Box component="figure" aria-label={text.preview} sx={{ ...outlined, borderRadius: 1, m: 0, p: 2 }}>
      <Muted component="figcaption" block sx={{ mb: 1 }}>
        {text.preview}
      </Muted>
      <Stack gap={1} lang={language} sx={{ overflowWrap: 'anywhere' }}>
        <span>{messageText[language].greeting(firstNameOf(visit.PatientName))}</span>
        <span>{paragraphOf(about, facts, [{ ...about, text: typed }])}</span>
      </Stack>
    </Box>
  );
}

/** In ms; of the example alone. */
const offerEndsBefore = 3_600_000;
