import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { byName, paging } from './shapes.ts';

const ofClient = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;
const request = z.strictObject({ clientId: idSchema, ...paging, ...byName });

const listDepartmentsWithDoctors = endpoint('/api/admin/departments', {
  ...ofClient,
  request,
  response: z.array(z.object({ departmentId: idSchema, DepartmentName: z.string(), NoOfPOCs: z.int() })),
  failure: 'Failed to fetch departments',
  title: 'The departments of a client with how many doctors each has, found by name',
});

const listDoctorsOfClient = endpoint('/api/poc/get-doctors', {
  ...ofClient,
  request,
  response: z.array(
    z.object({
      pocId: idSchema,
      pocName: z.string(),
      departmentName: z.string(),
      email: z.string().nullable(),
      contactNumber: z.string().nullable(),
    }),
  ),
  failure: 'Error fetching doctors.',
  title: 'The doctors of a client, by department and name, found by name',
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
    }),
  ),
  failure: 'Failed to load users data. Please try again.',
  title: 'The patients of a client, by name; found by name, contact, email or location',
});

export const directoryPageEndpoints = {
  listDepartmentsWithDoctors,
  listDoctorsOfClient,
  listUsers,
};
