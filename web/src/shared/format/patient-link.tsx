import type { ShownIdentity } from '@dayline/contracts/clinic/identity';
import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Span } from '../../ui/layout/boxes.tsx';
import { patientPath } from '../paths.ts';
import { identityText } from './identity.ts';

/** Age, sex and hospital number after a name, to distinguish patients with the same name. */
export const IdentityText = ({ identity }: { identity: ShownIdentity | undefined }) =>
  identity === undefined ? null : (
    <>
      {' '}
      {/* Whole on the next line, where it doesn't fit. */}
      <Span sx={{ display: 'inline-block', fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary' }}>
        {identityText(identity)}
      </Span>
    </>
  );

/**
 * A patient's name, linked to their page but styled like the text around it, with details that distinguish patients
 * with the same name; erased patients have neither.
 */
export const PatientLink = (props: {
  userId: string;
  name: string | null;
  identity?: ShownIdentity | undefined;
  children: ReactNode;
}) =>
  props.name === null ? (
    props.children
  ) : (
    <>
      {/* High enough for a finger, without moving the lines around it. */}
      <MuiLink component={Link} to={patientPath(props.userId)} color="inherit" underline="hover" sx={{ py: '4px' }}>
        {props.children}
      </MuiLink>
      <IdentityText identity={props.identity} />
    </>
  );
