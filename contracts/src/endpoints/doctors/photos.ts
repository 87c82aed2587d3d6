import { z } from 'zod';
import { photoIdSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, idOr } from '../shapes.ts';

const anyRole = ['admin', 'doctor', 'auditor'] as const;

/** The path of a photo; the value of `profile_image` and `imageUrl`. */
export const photoUrl = (photoId: string): string => `/api/photos/${photoId}`;

const updateProfileImage = endpoint('/api/poc/update-profile-image', {
  kind: 'command',
  access: ['doctor', 'admin'],
  action: 'doctor',
  claims: [claims.doctor],
  upload: {
    field: 'image',
    maxBytes: 5 * 1024 * 1024,
    refusals: { missing: 'photo.missing', tooLarge: 'photo.too-large', busy: 'photo.busy' },
  },
  request: z.strictObject({ pocId: idOr('Unable to upload: missing required information') }),
  response: z.object({ ...commandReply, imageUrl: z.string() }),
  failure: 'Failed to upload image. Please try again.',
  refusals: [
    'photo.missing',
    'photo.too-large',
    'photo.type',
    'photo.broken',
    'photo.too-many-pixels',
    'photo.busy',
    'key.reused',
    'log.conflict',
  ],
  title: 'Change the profile photo: JPEG, PNG or WebP up to 5 MB',
});

const getPhoto = endpoint('/api/photos/{photoId}', {
  method: 'GET',
  kind: 'query',
  access: anyRole,
  request: z.strictObject({ photoId: photoIdSchema }),
  response: z.object({}),
  produces: 'image/webp',
  refusals: ['photo.unknown'],
  title: "A profile photo of a doctor of the caller's client",
});

const checkImagePath = endpoint('/api/check-image-path', {
  method: 'GET',
  kind: 'query',
  access: anyRole,
  request: z.strictObject({ path: z.string().max(200) }),
  response: z.object({ success: z.literal(true), exists: z.boolean() }),
  title: 'Whether a photo exists that the caller may see; never reads a path',
});

export const photoEndpoints = {
  updateProfileImage,
  getPhoto,
  checkImagePath,
};
