import { photoUrl } from '@dayline/contracts/endpoints/photos';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { photoId } from '@dayline/contracts/ids';
import type { Blobs } from '@dayline/platform/blobs/port';
import type { CallContext, Reply } from '@dayline/platform/http/handler';
import { derivedFrom } from '@dayline/platform/ids/derived';
import type { Commands } from '../commands.ts';
import { commandContextOf } from '../kernel/command-context.ts';
import { madeAnew } from '../uploads/photo.ts';

type Name = 'updateProfileImage';

/**
 * Keeps the picture first and says so then: the newest event never names a photo that isn't there. What it replaced is
 * removed after that, since every screen, of the past too, shows a doctor's present photo alone.
 */
export const photoHandlers = (commands: Commands, blobs: Blobs) => ({
  async updateProfileImage({ pocId }: RequestOf<Name>, call: CallContext): Promise<Reply<ResponseOf<Name>> | Refusal> {
    const { identity, file } = call;
    if (!identity) return refuse('session.missing');
    if (!file) return refuse('photo.missing');
    const picture = await madeAnew(file);
    if (isRefusal(picture)) return picture;
    const by = commandContextOf({ ...call, identity });
    const id = photoId(pocId, derivedFrom(by.commandId, 'photo'));
    await blobs.put(id, picture);
    const changed = await commands.changeProfilePhoto({ pocId, photoId: id }, by);
    if (isRefusal(changed)) {
      // With the key of another picture, the photo under this id is that one's.
      if (changed.refused !== 'key.reused') await blobs.remove(id);
      return changed;
    }
    // All that ever were, not the last alone: so one that a crash left behind goes with the next change.
    for (const former of await commands.formerPhotos(pocId)) await blobs.remove(former);
    const { position } = changed;
    const message = 'Profile image updated successfully.';
    return { body: { success: true, message, position, imageUrl: photoUrl(id) }, position };
  },
});
