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
  load(): Promise<ComponentType>;
}

const signedIn = (path: string, roles: readonly Role[], needs: readonly IdentityKey[], load: PageEntry['load']) =>
  ({ path, shell: 'app', roles, needs, load }) satisfies PageEntry;

const ofAdmin = (path: string, load: PageEntry['load']) => signedIn(path, ['admin'], ['clientId'], load);
const ofDoctor = (path: string, load: PageEntry['load']) => signedIn(path, ['doctor'], ['pocId'], load);

/** Every page, by feature. A new page needs a line here only. */
export const pages: readonly PageEntry[] = [
  {
    path: paths.signIn,
    shell: 'auth',
    load: async () => (await import('../features/session/sign-in-page.tsx')).SignInPage,
  },
  {
    path: paths.logout,
    shell: 'public',
    load: async () => (await import('../features/session/logout-page.tsx')).LogoutPage,
  },
  {
    path: paths.signUp,
    shell: 'auth',
    load: async () => (await import('../features/onboarding/sign-up-page.tsx')).SignUpPage,
  },
  {
    path: paths.verifyEmail,
    shell: 'auth',
    load: async () => (await import('../features/onboarding/verify-email-page.tsx')).VerifyEmailPage,
  },
  {
    path: paths.createPassword,
    shell: 'auth',
    load: async () => (await import('../features/onboarding/create-password-page.tsx')).CreatePasswordPage,
  },
  {
    path: paths.forgotPassword,
    shell: 'auth',
    load: async () => (await import('../features/onboarding/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: paths.resetPassword,
    shell: 'auth',
    load: async () => (await import('../features/onboarding/reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    path: paths.signInLink,
    shell: 'auth',
    load: async () => (await import('../features/session/sign-in-link-page.tsx')).SignInLinkPage,
  },
  {
    path: paths.home,
    shell: 'site',
    load: async () => (await import('../features/public-site/home-page.tsx')).HomePage,
  },
  {
    path: paths.chatbot,
    shell: 'site',
    load: async () => (await import('../features/public-site/chatbot-page.tsx')).ChatbotPage,
  },
  {
    path: paths.privacyPolicy,
    shell: 'site',
    load: async () => (await import('../features/public-site/privacy-policy-page.tsx')).PrivacyPolicyPage,
  },
  {
    path: paths.termsOfService,
    shell: 'site',
    load: async () => (await import('../features/public-site/terms-of-service-page.tsx')).TermsOfServicePage,
  },
  ofAdmin(
    paths.adminDashboard,
    async () => (await import('../features/admin-dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
  ),
  ofDoctor(
    paths.pocDashboard,
    async () => (await import('../features/doctor-dashboard/poc-dashboard-page.tsx')).PocDashboardPage,
  ),
  {
    ...ofAdmin(
      paths.addNewAppointment,
      async () => (await import('../features/booking/add-new-appointment-page.tsx')).AddNewAppointmentPage,
    ),
    // "in the booking wizard after a 500 ms delay"
    redirectDelay: 500,
  },
  ofDoctor(
    paths.appointmentDetails,
    async () => (await import('../features/appointments/appointment-details-page.tsx')).AppointmentDetailsPage,
  ),
  ofAdmin(
    paths.appointmentDetailsAdmin,
    async () =>
      (await import('../features/appointments/appointment-details-admin-page.tsx')).AppointmentDetailsAdminPage,
  ),
  signedIn(
    paths.viewAppointments,
    ['admin', 'doctor'],
    ['clientId', 'pocId'],
    async () => (await import('../features/appointments/view-appointments-page.tsx')).ViewAppointmentsPage,
  ),
  ofDoctor(
    paths.todaysAppointments,
    async () => (await import('../features/today/todays-appointments-page.tsx')).TodaysAppointmentsPage,
  ),
  ofAdmin(
    paths.adminTodaysAppointments,
    async () => (await import('../features/today/admin-todays-appointments-page.tsx')).AdminTodaysAppointmentsPage,
  ),
  ofAdmin(
    paths.updateAvailability,
    async () => (await import('../features/availability/update-availability-page.tsx')).UpdateAvailabilityPage,
  ),
  // Without the doctor it shows a message instead of redirecting, so it needs nothing.
  signedIn(
    paths.updateAvailabilityPoc,
    ['doctor'],
    [],
    async () => (await import('../features/availability/update-availability-poc-page.tsx')).UpdateAvailabilityPocPage,
  ),
  signedIn(
    paths.updateSchedule,
    ['doctor', 'admin'],
    ['pocId'],
    async () => (await import('../features/schedule/update-schedule-page.tsx')).UpdateSchedulePage,
  ),
  ofAdmin(paths.viewPoc, async () => (await import('../features/directory/view-poc-page.tsx')).ViewPocPage),
  ofAdmin(paths.doctors, async () => (await import('../features/directory/doctors-page.tsx')).DoctorsPage),
  ofAdmin(paths.departments, async () => (await import('../features/directory/departments-page.tsx')).DepartmentsPage),
  ofAdmin(paths.users, async () => (await import('../features/directory/users-page.tsx')).UsersPage),
  ofAdmin(paths.addPoc, async () => (await import('../features/add-doctor/add-poc-page.tsx')).AddPocPage),
  ofDoctor(
    paths.pocUserProfile,
    async () => (await import('../features/doctor-settings/poc-user-profile-page.tsx')).PocUserProfilePage,
  ),
  ofDoctor(paths.meetLink, async () => (await import('../features/doctor-settings/meet-link-page.tsx')).MeetLinkPage),
  ofDoctor(paths.fees, async () => (await import('../features/doctor-settings/fees-page.tsx')).FeesPage),
  signedIn(
    paths.audit,
    ['admin', 'auditor'],
    [],
    async () => (await import('../features/audit/activity-page.tsx')).ActivityPage,
  ),
  signedIn(
    paths.auditAppointments,
    ['admin', 'auditor'],
    [],
    async () => (await import('../features/audit/audit-page.tsx')).AuditPage,
  ),
  signedIn(
    paths.auditReplay,
    ['admin', 'auditor'],
    [],
    async () => (await import('../features/replay/replay-page.tsx')).ReplayPage,
  ),
  signedIn(
    paths.auditReport,
    ['admin', 'auditor'],
    [],
    async () => (await import('../features/report/report-page.tsx')).ReportPage,
  ),
  signedIn(
    paths.auditStory,
    ['admin', 'auditor', 'doctor'],
    [],
    async () => (await import('../features/audit/appointment-story-page.tsx')).AppointmentStoryPage,
  ),
];
