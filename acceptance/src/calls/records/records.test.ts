/** Suites that share one product: lists, patients' records, and what is read and exported of them. */
// First: the departments have the demo's doctors alone.
import './directories.ts';
import './persons.ts';
import './patients.ts';
import './moves.ts';
import './report.ts';
import './proof.ts';
import './sentences.ts';
import { closeSharedClinic } from '../../testing/started-clinic.ts';

afterAll(closeSharedClinic);
