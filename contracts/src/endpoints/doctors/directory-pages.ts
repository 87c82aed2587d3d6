import { z } from 'zod';
import { shownIdentitySchema } from '../../clinic/identity.ts';
import { dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { byName, hourSchema, paging } from '../shapes.ts';

const ofClient = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;
const request = z.strictObject({ clientId: idSchema, ...paging, ...byName });

/** A doctor's day at the clinic, today. `capacity` excludes blocked places. */
const doctorTodaySchema = z.object({
  /** blocked: every place is; off: no hours today; unscheduled: no schedule at all. */
  state: z.enum(['open', 'blocked', 'off', 'unscheduled']),
  capacity: z.int(),
  booked: z.int(),
  byHour: z.array(hourSchema),
  /** Hours in which every place is blocked ('09'). */
  blockedHours: z.array(z.string()),
});

const listDepartmentsWithDoctors = endpoint('/api/admin/departments', {
  ...ofClient,
  request,
  response: z.array(z.object({ departmentId: idSchema, DepartmentName: z.string(), NoOfPOCs: z.int() })),
  failure: 'Failed to fetch departments',
  title: 'The departments of a client with how many doctors each has, found by name',
});

const freeTime = z.object({ date: dateSchema, time: timeSchema });

const listDoctorsOfClient = endpoint('/api/poc/get-doctors', {
  ...ofClient,
  request: z.strictObject({
    ...request.shape,
    /** How many of each doctor's next free times are answered besides. */
    freeTimes: z.int().min(1).max(5).exactOptional(),
  }),
  response: z.array(
    z.object({
      pocId: idSchema,
      /** Absent for a doctor. */
      kind: z.literal('unit').exactOptional(),
      /** How to ask for an appointment, where no times are offered; else absent. */
      onRequest: z.string().exactOptional(),
      pocName: z.string(),
      departmentName: z.string(),
      /** How many of the results are in the department, over all pages. */
      departmentDoctors: z.int(),
      email: z.string().nullable(),
      contactNumber: z.string().nullable(),
      /** The doctor's id in the clinic's other systems. */
      externalId: z.string().nullable(),
      today: doctorTodaySchema,
      /** The next bookable place up to the horizon; null if none, and on request. */
      nextFree: freeTime.nullable(),
      /** Those that were asked for, earliest first; fewer if there are no more up to the horizon. */
      freeTimes: z.array(freeTime).exactOptional(),
    }),
  ),
  failure: 'Error fetching doctors.',
  title: 'The doctors of a client, by department and name, found by name, department and external id',
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
      /** With today's age; absent if nothing is known. */
      identity: shownIdentitySchema.exactOptional(),
    }),
  ),
  failure: 'Failed to load users data. Please try again.',
  title: 'The patients of a client, by name; found by name, contact, email, location or hospital number',
});

export const directoryPageEndpoints = {
  listDepartmentsWithDoctors,
  listDoctorsOfClient,
  listUsers,
};
