import { z } from 'zod';
import { endpoint } from './definition.ts';

export const photoEndpoints = {
  checkImagePath: endpoint({
    method: 'GET',
    path: '/api/check-image-path',
    kind: 'query',
    access: ['admin', 'doctor', 'auditor'],
    request: z.strictObject({ path: z.string().max(200) }),
    response: z.object({ success: z.literal(true), exists: z.boolean() }),
    title: 'Whether a photo that the caller may see is there; never touches a path',
  }),
};
