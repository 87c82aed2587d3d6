import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link, useLocation } from 'react-router-dom';
import { patientPath } from '../../shared/paths.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { AskedField } from '../../ui/fields/asked-field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';

import { PageHeader } from '../../ui/layout/page-header.tsx';
import { frame } from '../../ui/theme/tokens.ts';
import { useRegistration } from './api/use-registration.ts';
import { PersonFields } from './components/person-fields.tsx';
import { detailsText as text } from './text.ts';

/** New Patient (/patient/new): registers somebody without booking. */
export default function NewPatientPage() {
  const { state } = useLocation();
  const { draft, errors, namesake, isPending, problem, change, submit } = useRegistration(state);
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
        <Problem>{problem}</Problem>
        <AskedField name="phone">
          <PhoneField
            label={text.labels.phone}
            countryCode={draft.countryCode}
            onCountryCode={(countryCode) => change({ countryCode })}
            value={draft.phone}
            onChange={(phone) => change({ phone })}
            error={errors.phone}
            hint={text.phoneHint}
            autoFocus={draft.phone === ''}
          />
        </AskedField>
        <PersonFields details={draft} errors={errors} autoFocus={draft.phone !== ''} onChange={change} />
        {namesake === undefined ? null : (
          <Banner
            tone="confirmed"
            icon="people"
            urgent
            aside={
              <>
                <Button component={Link} to={patientPath(namesake.userId)} variant="outlined" size="small">
                  {text.openNamesake}
                </Button>
                <Button variant="outlined" size="small" disabled={isPending} onClick={() => submit(true)}>
                  {text.another}
                </Button>
              </>
            }
          >
            {text.namesake(namesake.name)}
          </Banner>
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
