/**
 * A request field that names an owned resource, checked against the session before the handler runs. `client` must be
 * the session's client; `doctor` (also inside an appointment or slot id) the session's own POC or one of its client's;
 * `doctorOfEach` the same for each list entry's `pocId`, `appointmentOfEach` for each id or entry's `appointmentId`;
 * `department` and `patient` the client's, and for a doctor only patients with an appointment with that doctor.
 * Anything else is 403, whether or not it exists. An omitted field claims nothing.
 */
export const claimKinds = [
  'client',
  'doctor',
  'doctorOfEach',
  'appointment',
  'appointmentOfEach',
  'slot',
  'department',
  'patient',
] as const;
export type ClaimKind = (typeof claimKinds)[number];
export interface Claim {
  readonly field: string;
  readonly is: ClaimKind;
}
