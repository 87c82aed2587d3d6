import { z } from 'zod';
import { shownIdentitySchema } from '../../clinic/identity.ts';
import { dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { byName, csvFile, hourSchema, paging } from '../shapes.ts';

const ofClient = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;
const request = z.strictObject({ clientId: idSchema, ...paging, ...byName });

/** A doctor's present day at the clinic. `capacity` excludes blocked slots. */
const doctorTodaySchema = z.object({
  /** blocked: all slots are; off: no hours today; unscheduled: no schedule at all. */
  state: z.enum(['open', 'blocked', 'off', 'unscheduled']),
  capacity: z.int(),
  booked: z.int(),
  byHour: z.array(hourSchema),
  /** The hours in which all slots are blocked ('09'). */
  blockedHours: z.array(z.string()),
});

const listDepartmentsWithDoctors = endpoint('/api/admin/departments', {
  ...ofClient,
  request,
  response: z.array(
    z.object({
      departmentId: idSchema,
      DepartmentName: z.string(),
      NoOfPOCs: z.int(),
      /** Absent while it is open. */
      closed: z.literal(true).exactOptional(),
    }),
  ),
  failure: 'Failed to fetch departments',
  title: 'The departments of a client with how many doctors each has, found by name',
});

const freeTime = z.object({ date: dateSchema, time: timeSchema });

const listDoctorsOfClient = endpoint('/api/poc/get-doctors', {
  ...ofClient,
  request: z.strictObject({
    ...request.shape,
    /** The number of each doctor's next free times to answer. */
    freeTimes: z.int().min(1).max(5).exactOptional(),
    /** The first date of free times; today without it, or if it is earlier. */
    freeFrom: dateSchema.exactOptional(),
  }),
  response: z.array(
    z.object({
      pocId: idSchema,
      /** Absent for a doctor. */
      kind: z.literal('unit').exactOptional(),
      /** How to request an appointment if no times are offered; else absent. */
      onRequest: z.string().exactOptional(),
      /** The first date without new appointments; absent if the doctor can be booked as usual. */
      leftFrom: dateSchema.exactOptional(),
      pocName: z.string(),
      departmentName: z.string(),
      /** Absent if the doctor sits at none. */
      branchId: z.int().exactOptional(),
      /** The number of results in the department, on all pages. */
      departmentDoctors: z.int(),
      email: z.string().nullable(),
      contactNumber: z.string().nullable(),
      /** The doctor's id in other systems of the hospital. */
      externalId: z.string().nullable(),
      today: doctorTodaySchema,
      /** The next free slot up to the horizon; null if there is none, and for doctors on request. */
      nextFree: freeTime.nullable(),
      /** The requested times, earliest first; fewer if there are no more up to the horizon. */
      freeTimes: z.array(freeTime).exactOptional(),
    }),
  ),
  failure: 'Error fetching doctors.',
  title: 'The doctors of a client, by department and name, found by name, department and external id',
});

const exportDoctors = endpoint('/api/export/doctors', {
  ...csvFile,
  ...ofClient,
  request: z.strictObject({ clientId: idSchema, search: paging.search }),
  title: 'Export the doctors that the search finds as CSV, in the order of the list',
});

const exportPatients = endpoint('/api/export/patients', {
  ...csvFile,
  ...ofClient,
  request: z.strictObject({ clientId: idSchema, search: paging.search }),
  title: 'Export the patients whom the search finds as CSV, by name',
});

const listUsers = endpoint('/api/getUsers', {
  ...ofClient,
  request,
  response: z.array(
    z.object({
      User_ID: idSchema,
      User_Name: z.string().nullable(),
      User_Contact: z.string().nullable(),
      User_Email: z.string().nullable(),
      User_Location: z.string().nullable(),
      /** The identity with today's age; absent if nothing is known. */
      identity: shownIdentitySchema.exactOptional(),
    }),
  ),
  failure: 'Failed to load users data. Please try again.',
  title: 'The patients of a client, by name; found by name, contact, email, location or hospital number',
});

export const directoryPageEndpoints = {
  listDepartmentsWithDoctors,
  listDoctorsOfClient,
  exportDoctors,
  exportPatients,
  listUsers,
};
