/** Suites that share one product and its mail server: each has its own accounts. */
import './second-factor.ts';
import './passkeys.ts';
import './proof.ts';
import './people.ts';
import './doctor-email.ts';
import './sign-in-link.ts';
import './language.ts';
import { closeSharedDoor } from '../clinic-door.ts';

afterAll(closeSharedDoor);
