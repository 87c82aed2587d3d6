import { weekdays } from '@dayline/contracts/clinic/schedule';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Clinic } from './clinic.ts';
import { ask } from './http-calls.ts';
import { type Doctor, doctorNamed, newPerson } from './slots.ts';

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

/** A doctor on duty at any hour, and the names of the waiting patients, whose tokens count from 1. */
export async function doctorOnDuty(
  request: APIRequestContext,
  clientId: string,
  { name, email, waiting = 1 }: { readonly name: string; readonly email: string; readonly waiting?: number },
) {
  const doctor = await addDoctor(request, clientId, name, email);
  const { pocId } = doctor;
  const timeIntervals = [{ startTime: '00:00', endTime: '24:00', appointmentsPerSlot: 100, slotDuration: 60 }];
  await ask(request, 'updateSchedule', { schedule: weekdays.map((day) => ({ day, timeIntervals, pocId })) });
  const patients: string[] = [];
  for (let token = 1; token <= waiting; token += 1) {
    const patient = newPerson();
    const person = {
      name: patient.name,
      phone: `91${patient.phone}`,
      email: patient.email,
      location: patient.location,
    };
    const { userId } = await ask(request, 'saveUser', { ...person, clientId });
    await ask(request, 'walkIn', { userId, pocId, paymentStatus: 'Paid', clientId });
    patients.push(patient.name);
  }
  return { ...doctor, patients };
}

/**
 * The path of the newest emailed link to an address that had `known` links before: email is written after the response.
 */
export async function mailedLink({ linksTo }: Clinic, address: string, known: number): Promise<string> {
  await expect.poll(() => linksTo?.(address).length ?? 0).toBeGreaterThan(known);
  return new URL(linksTo?.(address)[0] ?? '').pathname;
}
