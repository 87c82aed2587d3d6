/** Every address of the application (section 2 of the specification, and the auditor's). */
export const paths = {
  signIn: '/',
  signUp: '/signup',
  verifyEmail: '/verify-email/:token/:pocId',
  createPassword: '/create-password',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token/:pocId',
  signInLink: '/sign-in-link/:token/:pocId',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  home: '/home',
  chatbot: '/chatbot',
  adminDashboard: '/admin-dashboard',
  viewPoc: '/view-poc',
  viewAppointments: '/view-appointments',
  updateAvailability: '/update-availability',
  addNewAppointment: '/add-new-appointment',
  pocDashboard: '/poc-dashboard',
  updateAvailabilityPoc: '/update-availability-poc',
  logout: '/logout',
  todaysAppointments: '/todays-appointments',
  addPoc: '/add-poc',
  pocUserProfile: '/poc-user-profile',
  doctors: '/doctors',
  appointmentDetails: '/appointment-details',
  appointmentDetailsAdmin: '/appointment-details-admin',
  departments: '/departments',
  updateSchedule: '/update-schedule',
  meetLink: '/meet-link',
  fees: '/fees',
  users: '/users',
  newPatient: '/patient/new',
  patient: '/patient/:patientId',
  queue: '/queue',
  slip: '/slip/:appointmentId',
  dayList: '/day-list',
  calls: '/calls',
  dayClose: '/day-close',
  calendar: '/calendar',
  leave: '/leave',
  import: '/import',
  wall: '/wall',
  settingsDisplays: '/settings/displays',
  adminTodaysAppointments: '/admin-todays-appointments',
  audit: '/audit',
  auditAppointments: '/audit/appointments',
  auditStory: '/audit/appointments/:appointmentId',
  auditReplay: '/audit/replay',
  auditReport: '/audit/report',
} as const;

/**
 * Matches page addresses like the router: case-insensitive, with an optional trailing slash. Other addresses are
 * answered 404 with the application's own page.
 */
export const pagePattern = `^(?:${Object.values(paths)
  .map((path) => path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, ''))
  .join('|')})/?$`;
