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

/** Keeps the picture first and says so then: an event never names a photo that isn't there. */
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
    if (isRefusal(changed)) return changed;
    const { position } = changed;
    const message = 'Profile image updated successfully.';
    return { body: { success: true, message, position, imageUrl: photoUrl(id) }, position };
  },
});
