import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link, useLocation } from 'react-router-dom';
import { patientPath } from '../../shared/paths.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

import { PageHeader } from '../../ui/layout/page-header.tsx';
import { frame } from '../../ui/theme/tokens.ts';
import { useRegistration } from './api/use-registration.ts';
import { PersonFields } from './components/person-fields.tsx';
import { Refusal } from './components/refusal.tsx';
import { detailsText as text } from './text.ts';

/** New Patient (/patient/new): registers a patient without booking. */
export default function NewPatientPage() {
  const { state } = useLocation();
  const { details, errors, needsContact, namesake, isPending, outcome, change, submit } = useRegistration(state);
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
