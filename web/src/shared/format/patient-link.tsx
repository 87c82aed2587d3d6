import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { patientPath } from '../paths.ts';

/** A patient's name, which leads to their page and looks like the text around it; erased people have none. */
export const PatientLink = (props: { userId: string; name: string | null; children: ReactNode }) =>
  props.name === null ? (
    props.children
  ) : (
    <MuiLink component={Link} to={patientPath(props.userId)} color="inherit" underline="hover">
      {props.children}
    </MuiLink>
  );
