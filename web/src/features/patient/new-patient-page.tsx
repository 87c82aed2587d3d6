import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link, useLocation } from 'react-router-dom';
import { namedText } from '../../shared/format/identity.ts';
import { patientPath } from '../../shared/paths.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Inline, Muted, PlainList } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { phoneText } from '../../ui/locale/words.ts';
import { frame } from '../../ui/theme/tokens.ts';
import { type Similar, useRegistration } from './api/use-registration.ts';
import { PersonFields } from './components/person-fields.tsx';
import { Refusal } from './components/refusal.tsx';
import { mergeText, detailsText as text } from './text.ts';

/** "Same person / Somebody else": who may be the person to be registered. */
function SimilarPeople(props: { people: Similar; isPending: boolean; onDifferent(): void }) {
  const { people, isPending, onDifferent } = props;
  return (
    <Banner
      tone="confirmed"
      icon="people"
      urgent
      isNarrow
      aside={
        <Button variant="outlined" size="small" disabled={isPending} onClick={onDifferent}>
          {text.another}
        </Button>
      }
    >
      {text.similar(people.length)}
      <PlainList aria-label={mergeText.samePerson}>
        {people.map(({ userId, name, identity, phone, same }) => (
          <Inline component="li" gap={1} wrap key={userId} sx={{ py: 0.5 }}>
            <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
              {namedText(name ?? '', identity)}
              <Muted block>{[phone && phoneText(phone), mergeText.same(same)].filter(Boolean).join(' · ')}</Muted>
            </Box>
            <Button
              component={Link}
              to={patientPath(userId)}
              variant="outlined"
              size="small"
              aria-label={mergeText.named(text.openNamesake, name ?? '')}
              sx={{ flexShrink: 0 }}
            >
              {text.openNamesake}
            </Button>
          </Inline>
        ))}
      </PlainList>
    </Banner>
  );
}

/** New Patient (/patient/new): registers a patient without booking. */
export default function NewPatientPage() {
  const { state } = useLocation();
  const { details, errors, needsContact, similar, isPending, outcome, change, submit } = useRegistration(state);
  return (
    <Box sx={{ maxWidth: frame.form, mx: 'auto' }}>
      <PageHeader title={text.newTitle} subtitle={text.newHint} />
      <Paper
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        sx={{ p: 2, display: 'grid', gap: 2 }}
      >
        <Refusal outcome={outcome} />
        <PersonFields details={details} errors={errors} needsContact={needsContact} onChange={change} />
        {similar.length === 0 ? null : (
          <SimilarPeople people={similar} isPending={isPending} onDifferent={() => submit(similar)} />
        )}
        <div>
          <Button type="submit" loading={isPending}>
            {text.register}
          </Button>
        </div>
      </Paper>
    </Box>
  );
}
