import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import type { DoctorFields } from '../rules.ts';
import { addDoctorText as text } from '../text.ts';

/** Step 3: "success 'Doctor Added Successfully' with button 'Update Schedule'" (section 2). */
export function AddedStep({ fields, pocId, onAnother }: { fields: DoctorFields; pocId: string; onAnother(): void }) {
  const { clientId } = useIdentity();
  const isUnit = fields.kind === 'unit';
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Banner tone="visited" icon="check">
        {isUnit ? text.unitNext(fields.name) : text.signUp(fields.name, fields.email)}
      </Banner>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <LinkButton ref={next} to={paths.updateSchedule} state={{ pocId, clientId, pocName: fields.name }}>
          {text.updateSchedule}
        </LinkButton>
        <Button variant="outlined" onClick={onAnother}>
          {isUnit ? text.anotherUnit : text.another}
        </Button>
      </Box>
    </>
  );
}
