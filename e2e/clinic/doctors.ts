import { type APIRequestContext, expect } from '@playwright/test';
import type { Clinic } from './clinic.ts';
import { ask } from './http-calls.ts';
import { type Doctor, doctorNamed } from './slots.ts';

/** Adds a doctor over HTTP, to the client's first department; `name` without its prefix. */
export async function addDoctor(
  request: APIRequestContext,
  clientId: string,
  name: string,
  email: string,
): Promise<Doctor> {
  const [department] = await ask(request, 'listDepartments', { clientId });
  await ask(request, 'addDoctor', {
    Client_ID: clientId,
    Department_ID: department?.departmentId ?? '',
    POC_Name: name,
    Contact_Number: '919845012345',
    Email: email,
  });
  return doctorNamed(request, clientId, `Dr. ${name}`);
}

/**
 * The path of the newest mailed link to an address that had `known` links before: mail is written after the response.
 */
export async function mailedLink({ linksTo }: Clinic, address: string, known: number): Promise<string> {
  await expect.poll(() => linksTo?.(address).length ?? 0).toBeGreaterThan(known);
  return new URL(linksTo?.(address)[0] ?? '').pathname;
}
