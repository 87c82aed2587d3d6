import type { ShownIdentity } from '@dayline/contracts/clinic/identity';
import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Span } from '../../ui/layout/boxes.tsx';
import { patientPath } from '../paths.ts';
import { identityText } from './identity.ts';

/** Age, sex and hospital number behind a name, which tell people of one name apart. */
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
 * A patient's name, which leads to their page and looks like the text around it, with what is known to tell it from
 * another one of this name; erased people have neither.
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
