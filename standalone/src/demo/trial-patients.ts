import type { TrialPatient } from '@dayline/chatbot/simulator/client-trial';
import { demoClients } from './clients.ts';
import { demoPatients } from './plan.ts';

/** More than enough to find one with an earlier visit. */
const ofEach = 10;

/** Patients of the demo's clients for the simulator of WhatsApp, the one that its picture shows first. */
export function trialPatients(): TrialPatient[] {
  const first = (name: string): number => (name === 'Rohan Kulkarni' ? 0 : 1);
  return demoClients.flatMap((client) =>
    demoPatients(client)
      .flatMap(({ name, phone }) => (phone === null ? [] : [{ name, phone }]))
      .sort((one, other) => first(one.name) - first(other.name))
      .slice(0, ofEach),
  );
}
