import type { Collection } from 'mongodb';
import type { ScrubNotes } from '../scrubbing.ts';
import type { StateDocument } from './shape.ts';

/** A generation's notes on erasures. */
export async function readScrubNotes(state: Collection<StateDocument>): Promise<ScrubNotes> {
  const found = await state.find({ _id: { $in: ['checkpoint', 'erased', 'scrubbed'] } }).toArray();
  const noteOf = (id: StateDocument['_id']) => found.find(({ _id }) => _id === id);
  return {
    checkpoint: noteOf('checkpoint')?.checkpoint?.position ?? '',
    erased: noteOf('erased')?.position ?? '',
    scrubbed: noteOf('scrubbed')?.position ?? null,
  };
}
