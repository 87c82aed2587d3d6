import { photoUrl } from '@dayline/contracts/endpoints/doctors/photos';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { photoId } from '@dayline/contracts/ids';
import type { Reply, SignedInContext } from '@dayline/http/handler';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { Blobs } from '@dayline/vault/blobs/port';
import { doneWords } from '../command-handler/plain-reply.ts';
import type { DoctorCommands } from '../doctor/doctor-commands.ts';
import { reencodePhoto } from './reencode.ts';

type Name = 'updateProfileImage';

/**
 * Stores the picture before appending, so that an event never names a missing photo. Replaced ones are removed
 * afterwards: every screen, even one of the past, shows only the current photo.
 */
export const photoCalls = (commands: DoctorCommands, { blobs }: { readonly blobs: Blobs }) => ({
  async updateProfileImage(
    { pocId }: RequestOf<Name>,
    by: SignedInContext,
  ): Promise<Reply<ResponseOf<Name>> | Refusal> {
    const { file } = by;
    if (!file) return refuse('photo.missing');
    const picture = await reencodePhoto(file);
    if (isRefusal(picture)) return picture;
    const id = photoId(pocId, derivedFrom(by.commandId, 'photo'));
    await blobs.put(id, picture);
    const changed = await commands.changeProfilePhoto({ pocId, photoId: id }, by);
    if (isRefusal(changed)) {
      // If the key was used for another picture, the photo under this id belongs to that command.
      if (changed.refused !== 'key.reused') await blobs.remove(id);
      return changed;
    }
    // Removes all earlier photos, also one that a crash left behind.
    for (const former of await commands.formerPhotos(pocId)) await blobs.remove(former);
    const { position } = changed;
    const message = 'Profile image updated successfully.';
    return {
      body: { success: true, message: doneWords(position, message), position, imageUrl: photoUrl(id) },
      position,
    };
  },
});
