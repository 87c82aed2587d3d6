import { languages } from '@dayline/contracts/fields/language';
import {
  type MessageSettings,
  maxNextBefore,
  messageKinds,
  usualNextBefore,
} from '@dayline/contracts/patients/messages';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { hospitalText as text } from '../hospital-text.ts';

const counts = Array.from({ length: maxNextBefore }, (_, index) => String(index + 1));

/** Which messages patients get by e-mail, and their language. */
export function MessageFields({ typed, onChange }: { typed: MessageSettings; onChange(after: MessageSettings): void }) {
  const isAny = messageKinds.some((kind) => typed[kind]);
  return (
    <>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 600 }}>
          {text.messages}
        </Box>
        {messageKinds.map((kind) => (
          <FormControlLabel
            key={kind}
            label={text.messageKinds[kind]}
            sx={{ display: 'flex', mr: 0 }}
            control={
              <Checkbox
                size="small"
                checked={typed[kind] ?? false}
                onChange={(_, isOn) => onChange({ ...typed, [kind]: isOn })}
              />
            }
          />
        ))}
        <Muted>{text.messagesHint}</Muted>
      </Box>
      {typed.next ? (
        <NativeSelectField
          label={text.nextBefore}
          hint={text.nextBeforeHint}
          value={String(typed.nextBefore ?? usualNextBefore)}
          onChange={(value) => onChange({ ...typed, nextBefore: Number(value) })}
          choices={counts.map((value) => ({ value, label: value }))}
        />
      ) : null}
      {isAny ? (
        <NativeSelectField
          label={text.messageLanguage}
          value={typed.language}
          onChange={(value) => onChange({ ...typed, language: value === 'hi' ? 'hi' : 'en' })}
          choices={languages.map((value) => ({ value, label: text.messageLanguages[value] }))}
        />
      ) : null}
    </>
  );
}
