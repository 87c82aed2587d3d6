import type { QueryName } from '@dayline/contracts/endpoints/table';
import type { QueryHandlers } from '@dayline/http/handler';
import type { Blobs } from '@dayline/vault/blobs/port';
import { type ActivityDeps, activitySlice } from './activity/slice.ts';
import type { Read } from './desk/reading.ts';
import { type StoryDeps, storySlice } from './history/appointment-story.ts';
import { answering, type Query, type Slice } from './slices/answer.ts';
import { appointmentDetailsSlice } from './slices/appointment-details.ts';
import { availabilitySlice } from './slices/availability.ts';
import { bookingSlice } from './slices/booking.ts';
import { countsSlice } from './slices/counts.ts';
import { dayPictureSlice } from './slices/day-picture.ts';
import { directorySlice } from './slices/directory.ts';
import { directoryPagesSlice } from './slices/directory-pages.ts';
import { doctorSlice } from './slices/doctor.ts';
import { photoSlice } from './slices/photos.ts';
import { sessionSlice } from './slices/session.ts';
import { slotGroupsSlice } from './slices/slot-groups.ts';
import { todaySlice } from './slices/today.ts';

/** A handler for every query of the endpoint table; a missing one is a type error. */
export function queryHandlers(read: Read, history: StoryDeps & ActivityDeps, blobs: Blobs): QueryHandlers {
  const queries: Slice<QueryName> = {
    ...sessionSlice,
    ...directorySlice,
    ...directoryPagesSlice,
    ...doctorSlice,
    ...photoSlice(blobs),
    ...bookingSlice,
    ...availabilitySlice,
    ...slotGroupsSlice,
    ...countsSlice,
    ...todaySlice,
    ...dayPictureSlice,
    ...appointmentDetailsSlice,
    ...storySlice(history),
    ...activitySlice(history),
  };
  const handlers = Object.entries(queries).map(([name, query]) => [
    name,
    // Cast is safe: each name belongs to its own request and reply, which the type of a list of entries can't express.
    answering(read, query as Query<QueryName>),
  ]);
  return Object.fromEntries(handlers) as QueryHandlers;
}
