import type { QueryName } from '@dayline/contracts/endpoints/table';
import type { Blobs } from '@dayline/platform/blobs/port';
import type { QueryHandlers } from '@dayline/platform/http/handler';
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

/** A handler for every query of the endpoint table; one that is missing is a type error. */
export function queryHandlers(read: Read, story: StoryDeps, blobs: Blobs): QueryHandlers {
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
    ...storySlice(story),
  };
  const handlers = Object.entries(queries).map(([name, query]) => [
    name,
    // The name binds a query to its own request and reply, which a list of entries can't say.
    answering(read, query as Query<QueryName>),
  ]);
  return Object.fromEntries(handlers) as QueryHandlers;
}
