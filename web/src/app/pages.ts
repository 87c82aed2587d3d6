import type { Role } from '@dayline/contracts/endpoints/definition';
import type { ComponentType } from 'react';
import { paths } from '../shared/paths.ts';
import type { IdentityKey } from '../shared/session/session-store.ts';

/** A page of the application: its address, its frame, its roles, its required identity, and its chunk. */
export interface PageEntry {
  path: string;
  /** `app` is the signed-in frame, `site` that of the company's public pages. */
  shell: 'auth' | 'public' | 'site' | 'app';
  /** The roles that may see it; absent for everybody. */
  roles?: readonly Role[];
  /**
   * The identity that it requires from navigation state or session storage; without it, it redirects to / (section 2).
   */
  needs?: readonly IdentityKey[];
  /** Delay before that redirect, in ms. */
  redirectDelay?: number;
  load(): Promise<{ readonly default: ComponentType }>;
}

const open = (shell: PageEntry['shell'], path: string, load: PageEntry['load']): PageEntry => ({ path, shell, load });
const signedIn = (path: string, roles: readonly Role[], needs: readonly IdentityKey[], load: PageEntry['load']) =>
  ({ path, shell: 'app', roles, needs, load }) satisfies PageEntry;

const adminCommand = (path: string, load: PageEntry['load']) => signedIn(path, ['admin'], ['clientId'], load);
const auditPage = (path: string, load: PageEntry['load']) => signedIn(path, ['admin', 'auditor'], [], load);
const ofDoctor = (path: string, load: PageEntry['load']) => signedIn(path, ['doctor'], ['pocId'], load);

/** Every page, by feature. A new page needs a line here only. */
export const pages: readonly PageEntry[] = [
  open('auth', paths.signIn, () => import('../features/session/sign-in-page.tsx')),
  open('public', paths.logout, () => import('../features/session/logout-page.tsx')),
  open('public', paths.wall, () => import('../features/wall/wall-page.tsx')),
  open('auth', paths.signUp, () => import('../features/onboarding/sign-up-page.tsx')),
  open('auth', paths.verifyEmail, () => import('../features/onboarding/verify-email-page.tsx')),
  open('auth', paths.createPassword, () => import('../features/onboarding/create-password-page.tsx')),
  open('auth', paths.forgotPassword, () => import('../features/onboarding/forgot-password-page.tsx')),
  open('auth', paths.resetPassword, () => import('../features/onboarding/reset-password-page.tsx')),
  open('auth', paths.invitation, () => import('../features/onboarding/invitation-page.tsx')),
  open('auth', paths.confirmEmail, () => import('../features/onboarding/confirm-email-page.tsx')),
  open('auth', paths.noMessages, () => import('../features/messages/no-messages-page.tsx')),
  open('auth', paths.yourVisit, () => import('../features/messages/your-visit-page.tsx')),
  open('auth', paths.signInLink, () => import('../features/session/sign-in-link-page.tsx')),
  open('auth', paths.singleSignOn, () => import('../features/session/single-sign-on-page.tsx')),
  open('site', paths.home, () => import('../features/public-site/home-page.tsx')),
  open('site', paths.chatbot, () => import('../features/public-site/chatbot-page.tsx')),
  open('site', paths.privacyPolicy, () => import('../features/public-site/privacy-policy-page.tsx')),
  open('site', paths.termsOfService, () => import('../features/public-site/terms-of-service-page.tsx')),
  adminCommand(paths.adminDashboard, () => import('../features/admin-dashboard/admin-dashboard-page.tsx')),
  ofDoctor(paths.pocDashboard, () => import('../features/doctor-dashboard/poc-dashboard-page.tsx')),
  {
    ...adminCommand(paths.addNewAppointment, () => import('../features/booking/add-new-appointment-page.tsx')),
    // "in the booking wizard after a 500 ms delay"
    redirectDelay: 500,
  },
  ofDoctor(paths.appointmentDetails, () => import('../features/appointments/appointment-details-page.tsx')),
  adminCommand(paths.appointmentDetailsAdmin, () => import('../features/appointments/appointment-details-page.tsx')),
  signedIn(
    paths.viewAppointments,
    ['admin', 'doctor'],
    ['clientId', 'pocId'],
    () => import('../features/appointments/view-appointments-page.tsx'),
  ),
  ofDoctor(paths.todaysAppointments, () => import('../features/today/todays-appointments-page.tsx')),
  adminCommand(paths.adminTodaysAppointments, () => import('../features/today/todays-appointments-page.tsx')),
  adminCommand(paths.updateAvailability, () => import('../features/availability/update-availability-page.tsx')),
  // Without a doctor it shows a message instead of redirecting, so no identity is required.
  signedIn(
    paths.updateAvailabilityPoc,
    ['doctor'],
    [],
    () => import('../features/availability/update-availability-poc-page.tsx'),
  ),
  signedIn(
    paths.updateSchedule,
    ['doctor', 'admin'],
    ['pocId'],
    () => import('../features/schedule/update-schedule-page.tsx'),
  ),
  adminCommand(paths.queue, () => import('../features/queue/queue-page.tsx')),
  signedIn(paths.slip, ['admin', 'auditor', 'doctor'], [], () => import('../features/paper/slip-page.tsx')),
  signedIn(paths.dayList, ['admin', 'doctor'], [], () => import('../features/paper/day-list-page.tsx')),
  adminCommand(paths.viewPoc, () => import('../features/directory/view-poc-page.tsx')),
  signedIn(paths.doctors, ['admin', 'auditor'], ['clientId'], () => import('../features/directory/doctors-page.tsx')),
  signedIn(
    paths.departments,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/directory/departments-page.tsx'),
  ),
  adminCommand(paths.users, () => import('../features/directory/users-page.tsx')),
  adminCommand(paths.newPatient, () => import('../features/patient/new-patient-page.tsx')),
  signedIn(
    paths.duplicates,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/patient/duplicates-page.tsx'),
  ),
  signedIn(paths.patient, ['admin', 'auditor', 'doctor'], [], () => import('../features/patient/patient-page.tsx')),
  signedIn(paths.calls, ['admin', 'auditor'], ['clientId'], () => import('../features/people-to-call/calls-page.tsx')),
  signedIn(
    paths.dayClose,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/day-close/day-close-page.tsx'),
  ),
  signedIn(paths.calendar, ['admin', 'auditor'], ['clientId'], () => import('../features/calendar/calendar-page.tsx')),
  signedIn(paths.leave, ['admin', 'doctor', 'auditor'], [], () => import('../features/leave/leave-page.tsx')),
  signedIn(paths.import, ['admin', 'auditor'], ['clientId'], () => import('../features/import/import-page.tsx')),
  signedIn(paths.account, ['admin', 'auditor', 'doctor'], [], () => import('../features/account/account-page.tsx')),
  signedIn(
    paths.settingsHospital,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/settings/hospital-page.tsx'),
  ),
  signedIn(
    paths.settingsBranches,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/settings/branches/branches-page.tsx'),
  ),
  signedIn(
    paths.settingsDisplays,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/settings/displays-page.tsx'),
  ),
  signedIn(
    paths.settingsConnections,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/settings/connections/connections-page.tsx'),
  ),
  signedIn(
    paths.settingsRetention,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/settings/retention-page.tsx'),
  ),
  signedIn(
    paths.settingsPeople,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/settings/people-page.tsx'),
  ),
  adminCommand(paths.addPoc, () => import('../features/add-doctor/add-poc-page.tsx')),
  ofDoctor(paths.pocUserProfile, () => import('../features/doctor-settings/poc-user-profile-page.tsx')),
  // An administrator sets the hours of a unit.
  signedIn(
    paths.meetLink,
    ['doctor', 'admin'],
    ['pocId'],
    () => import('../features/doctor-settings/meet-link-page.tsx'),
  ),
  signedIn(paths.fees, ['doctor', 'admin'], ['pocId'], () => import('../features/doctor-settings/fees-page.tsx')),
  auditPage(paths.audit, () => import('../features/audit/activity-page.tsx')),
  auditPage(paths.auditAppointments, () => import('../features/audit/audit-page.tsx')),
  auditPage(paths.auditReplay, () => import('../features/replay/replay-page.tsx')),
  auditPage(paths.auditReport, () => import('../features/report/report-page.tsx')),
  signedIn(
    paths.auditStory,
    ['admin', 'auditor', 'doctor'],
    [],
    () => import('../features/audit/appointment-story-page.tsx'),
  ),
  signedIn(
    paths.waitingList,
    ['admin', 'auditor'],
    ['clientId'],
    () => import('../features/waiting-list/waiting-list-page.tsx'),
  ),
  adminCommand(paths.conversations, () => import('../features/conversations/conversations-page.tsx')),
  signedIn(
    paths.chatbotTry,
    ['admin', 'auditor', 'doctor'],
    [],
    () => import('../features/chatbot-try/chatbot-try-page.tsx'),
  ),
];

/** Addresses that lead to another page: sections of the settings that are a list of their own, and the first section. */
export const redirects: ReadonlyArray<readonly [path: string, to: string]> = [
  [paths.settings, paths.settingsHospital],
  [paths.settingsDepartments, paths.departments],
  [paths.settingsDoctors, paths.doctors],
];
