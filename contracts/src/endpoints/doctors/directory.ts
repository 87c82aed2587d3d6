import { z } from 'zod';
import { maxNameLength } from '../../fields/max-lengths.ts';
import { requiredLine } from '../../fields/text.ts';
import { idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

const ofClient = { claims: [claims.client], access: ['admin', 'auditor'], kind: 'query' } as const;

const listDepartments = endpoint('/api/departments', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(z.object({ departmentId: idSchema, Value_name: z.string() })),
  failure: 'Failed to load departments. Please try again later.',
  title: 'The departments of a client',
});

const openDepartment = endpoint('/api/departments/open', {
  kind: 'command',
  access: ['admin'],
  action: 'department',
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, name: requiredLine(maxNameLength, 'Please enter a name.') }),
  response: z.object({ ...commandReply, departmentId: idSchema }),
  failure: 'The department could not be added. Please try again.',
  refusals: ['department.name-taken', 'key.reused', 'log.conflict'],
  title: 'Add a department, of a name that the client has not used yet',
});

const changeDepartment = endpoint('/api/departments/change', {
  kind: 'command',
  access: ['admin'],
  action: 'department',
  claims: [claims.client, claims.department],
  request: z.strictObject({
    clientId: idSchema,
    departmentId: idSchema,
    change: z.union([
      z.strictObject({ name: requiredLine(maxNameLength, 'Please enter a name.') }),
      z.strictObject({ isClosed: z.boolean() }),
    ]),
  }),
  response: z.object(commandReply),
  failure: 'The department could not be changed. Please try again.',
  refusals: ['department.unknown', 'department.name-taken', 'department.has-doctors', 'key.reused', 'log.conflict'],
  title: 'Rename a department, close it once it has no doctors, or reopen it',
});

const listDoctorsOfDepartment = endpoint('/api/pocs', {
  ...ofClient,
  claims: [claims.client, claims.department],
  request: z.strictObject({ departmentId: idSchema, clientId: idSchema }),
  response: z.array(
    z.object({
      POC_ID: idSchema,
      /** Absent for a doctor. */
      POC_Kind: z.literal('unit').exactOptional(),
      /** How to request an appointment if no times are offered; else absent. */
      On_Request: z.string().exactOptional(),
      POC_Name: z.string(),
      Client_ID: idSchema,
      Specialization: z.string(),
      Contact_Number: z.string().nullable(),
      Email: z.string().nullable(),
      External_POC_ID: z.string().nullable(),
    }),
  ),
  failure: 'Failed to load POCs. Please try again later.',
  title: 'The doctors of a department',
});

const getClientOfDoctor = endpoint('/api/getClientId', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(z.object({ Client_ID: idSchema, POC_Name: z.string() })),
  title: 'The client that a doctor belongs to',
});

export const directoryEndpoints = {
  listDepartments,
  openDepartment,
  changeDepartment,
  listDoctorsOfDepartment,
  getClientOfDoctor,
};
