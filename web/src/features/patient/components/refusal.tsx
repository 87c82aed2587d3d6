import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { Outcome } from '../../../shared/forms/use-submit.ts';
import { patientPath } from '../../../shared/paths.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { detailsText as text } from '../text.ts';

/** Why a patient wasn't saved; with a link to the patient who already has the hospital number. */
export function Refusal({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome || outcome.isDone) return null;
  const holder = outcome.refusal?.details.patient;
  return (
    <Problem
      aside={
        holder ? (
          <Button component={Link} to={patientPath(holder.userId)} variant="outlined" size="small">
            {holder.name ?? text.openNamesake}
          </Button>
        ) : undefined
      }
    >
      {outcome.sentence}
    </Problem>
  );
}
