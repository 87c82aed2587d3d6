import type { QueryName } from '@dayline/contracts/endpoints/table';
import { merged } from '@dayline/contracts/merged';
import type { QueryHandlers } from '@dayline/http/handler';
import type { Blobs } from '@dayline/vault/blobs/port';
import { deskChangesQueries } from './activity/desk-changes.ts';
import { passwordChangesIn } from './activity/password-changes.ts';
import { type ActivityDeps, activityQueries } from './activity/queries.ts';
import { type ApiKeyQueryDeps, apiKeyQueries } from './api-keys/queries.ts';
import { asOfQueries } from './as-of/queries.ts';
import { type CalendarFeedDeps, readCalendarFeed } from './calendar-feed/queries.ts';
import { callQueries } from './calls/queries.ts';
import type { VisitsToCall } from './calls/visits-to-call.ts';
import { type ChatQueryDeps, chatQueries } from './chats/queries.ts';
import type { Read } from './desk/snapshot.ts';
import { type DisplaysDeps, displayQueries } from './displays/queries.ts';
import { feeQueries } from './fees/queries.ts';
import { type StoryDeps, storyQueries } from './history/appointment-story.ts';
import { hoursQueries } from './hours/queries.ts';
import { importQueries } from './imports/queries.ts';
import { leaveExport } from './leave/export-leaves.ts';
import { leaveQueries } from './leave/queries.ts';
import { appointmentExport } from './lists/export-appointments.ts';
import { doctorExport } from './lists/export-doctors.ts';
import { officeListExport } from './lists/export-office-list.ts';
import { patientExport } from './lists/export-patients.ts';
import { movedAppointmentsQueries } from './moves/moved-appointments.ts';
import { slipQueries } from './paper/slips.ts';
import { type ChatbotTrialDeps, chatbotTrialQueries } from './partner/chatbot-trial.ts';
import { type EventFeed, eventQueries } from './partner/event-feed.ts';
import { partnerQueries } from './partner/queries.ts';
import { type ProofDeps, proofQueries } from './proof/queries.ts';
import { answering, type Queries, type Query } from './queries/answer.ts';
import { appointmentDetailsQueries } from './queries/appointment-details.ts';
import { availabilityQueries } from './queries/availability.ts';
import { bookingQueries } from './queries/booking.ts';
import { countsQueries } from './queries/counts.ts';
import { dayPictureQueries } from './queries/day-picture.ts';
import { directoryQueries } from './queries/directory.ts';
import { directoryPagesQueries } from './queries/directory-pages.ts';
import { doctorQueries } from './queries/doctor.ts';
import { patientQueries } from './queries/patients.ts';
import { photoQueries } from './queries/photos.ts';
import {
  listClients,
  type OwnAccountQueryDeps,
  ownAccountQueries,
  type PeopleQueryDeps,
  peopleQueries,
  secondFactorQueries,
  sessionQueries,
} from './queries/session.ts';
import { slotGroupsQueries } from './queries/slot-groups.ts';
import { todayQueries } from './queries/today.ts';
import { reportQueries } from './report/queries.ts';
import { retentionQueries } from './retention/queries.ts';
import { signInRetentionQueries } from './retention/sign-ins.ts';
import { patientSearchQueries } from './search/patients.ts';
import { samePersonQueries } from './search/same-person.ts';
import { takingsQueries } from './takings/queries.ts';
import { longReads } from './turns/long-reads.ts';
import { waitingExport } from './waiting/export-waiting.ts';
import { waitingQueries } from './waiting/queries.ts';
import { type WebhookQueryDeps, webhookQueries } from './webhooks/queries.ts';

/** A handler for every query of the endpoint table; a missing one is a type error. */
export function queryHandlers(
  read: Read,
  history: StoryDeps &
    ActivityDeps &
    ProofDeps &
    DisplaysDeps &
    Omit<OwnAccountQueryDeps, 'passwordChangedAt'> &
    PeopleQueryDeps &
    ApiKeyQueryDeps &
    CalendarFeedDeps & { readonly visitsToCall: VisitsToCall; readonly eventFeed: EventFeed } & WebhookQueryDeps &
    ChatbotTrialDeps &
    ChatQueryDeps,
  blobs: Blobs,
): QueryHandlers {
  const officeQueries = merged([
    peopleQueries(history),
    directoryQueries,
    directoryPagesQueries,
    retentionQueries,
    signInRetentionQueries(history),
    samePersonQueries,
    importQueries(history),
    displayQueries(history),
    apiKeyQueries(history),
    webhookQueries(history),
  ]);
  const queries: Queries<Exclude<QueryName, 'listClients' | 'readCalendarFeed'>> = merged([
    sessionQueries,
    secondFactorQueries(history),
    ownAccountQueries({ ...history, passwordChangedAt: passwordChangesIn(history.activity) }),
    waitingQueries,
    doctorQueries,
    photoQueries(blobs),
    bookingQueries,
    patientQueries,
    slipQueries,
    feeQueries,
    patientSearchQueries,
    availabilityQueries,
    hoursQueries,
    slotGroupsQueries,
    countsQueries,
    todayQueries,
    dayPictureQueries,
    appointmentDetailsQueries,
    appointmentExport(history),
    doctorExport(history),
    patientExport(history),
    waitingExport(history),
    leaveExport(history),
    officeQueries,
    officeListExport(history, officeQueries),
    movedAppointmentsQueries(history),
    takingsQueries(history),
    callQueries(history.visitsToCall, history),
    storyQueries(history),
    activityQueries(history),
    deskChangesQueries(history),
    asOfQueries(history),
    proofQueries(history),
    reportQueries(history),
    leaveQueries,
    partnerQueries(history),
    eventQueries(history),
    chatbotTrialQueries(history),
    chatQueries(history),
  ]);
  const bounded = longReads();
  // Casts are safe: each name belongs to its own request and reply, which the type of a list of entries can't express.
  const handlers = (Object.entries(queries) as [QueryName, Query<QueryName>][]).map(([name, query]) => [
    name,
    bounded(name, answering(read, query) as Parameters<typeof bounded>[1]),
  ]);
  return {
    ...Object.fromEntries(handlers),
    listClients: listClients(read),
    readCalendarFeed: readCalendarFeed(read, history),
  } as QueryHandlers;
}
