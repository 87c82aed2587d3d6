import { photoUrl } from '@dayline/contracts/endpoints/doctors/photos';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { refuse } from '@dayline/contracts/errors';
import { doctorOfPhoto, photoIdSchema } from '@dayline/contracts/ids';
import type { Blobs } from '@dayline/vault/blobs/port';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from './answer.ts';

/** Whether it is the current photo of a doctor of the caller's client. */
function mayBeSeen(photoId: string, { directory }: Snapshot, { clientId }: Identity): boolean {
  const doctor = directory.doctor(doctorOfPhoto(photoId));
  return doctor?.clientId === clientId && doctor.photoId === photoId;
}

const prefix = photoUrl('');

/** Profile photos (specification, section 7, "Doctor"). */
export const photoQueries = (blobs: Blobs): Queries<'getPhoto' | 'checkImagePath'> => ({
  async getPhoto({ photoId }, snapshot, { caller: { identity } }) {
    // The response is the same for another client's doctor and for no photo, so that it reveals nothing.
    if (!mayBeSeen(photoId, snapshot, identity)) return refuse('photo.unknown');
    const bytes = await blobs.get(photoId);
    return bytes ? { body: {}, bytes } : refuse('photo.unknown');
  },

  async checkImagePath({ path }, snapshot, { caller: { identity } }) {
    const photoId = photoIdSchema.safeParse(path.startsWith(prefix) ? path.slice(prefix.length) : '');
    const isOwn = identity.role !== 'doctor' || (photoId.success && doctorOfPhoto(photoId.data) === identity.pocId);
    const exists = photoId.success && isOwn && mayBeSeen(photoId.data, snapshot, identity);
    return { body: { success: true, exists } };
  },
});
