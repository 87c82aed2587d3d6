/** Suites that share one product: each has its own doctors, and a start takes longer than most of them. */
import './leave.ts';
import './many.ts';
import './overbook.ts';
import './people-to-call.ts';
import './sessions.ts';
import './spans.ts';
import { closeSharedClinic } from '../../testing/started-clinic.ts';

afterAll(closeSharedClinic);
