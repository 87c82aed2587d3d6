import type { Identity } from '@dayline/contracts/endpoints/session';
import { paths } from '../shared/paths.ts';
import type { MenuEntry } from './chrome/side-drawer.tsx';
import type { UserMenuItem } from './chrome/user-menu.tsx';

/** Each role's menus (section 2 of the specification), as data. */

const logout = { label: 'Logout', to: paths.logout, icon: 'logout' } as const;

/** Of the admin's drawer; its title is the client's name. */
export const adminMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: paths.adminDashboard, icon: 'home' },
  { label: "Today's Appointments", to: paths.adminTodaysAppointments, icon: 'today' },
  { label: 'Doctors', to: paths.doctors, icon: 'person' },
  { label: 'Users', to: paths.users, icon: 'people' },
  { label: 'Departments', to: paths.departments, icon: 'departments' },
  { label: 'View POC', to: paths.viewPoc, icon: 'stethoscope' },
  { label: 'Add POC', to: paths.addPoc, icon: 'addPerson' },
  { label: 'History', to: paths.audit, icon: 'history' },
  { ...logout, last: true },
];

export const doctorMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: paths.pocDashboard, icon: 'home' },
  { label: 'Appointments', to: paths.viewAppointments, icon: 'calendar' },
  { label: "Today's Appointments", to: paths.todaysAppointments, icon: 'today' },
  { label: 'My Profile', to: paths.pocUserProfile, icon: 'person' },
  { ...logout, last: true },
];

export const auditorMenu: readonly MenuEntry[] = [
  { label: 'Activity', to: paths.audit, icon: 'history' },
  { label: 'Appointment History', to: paths.auditAppointments, icon: 'calendar' },
  { label: 'Replay', to: paths.auditReplay, icon: 'play' },
  { label: 'Report', to: paths.auditReport, icon: 'report' },
  { ...logout, last: true },
];

export const adminAccountMenu: readonly UserMenuItem[] = [logout];
export const doctorAccountMenu: readonly UserMenuItem[] = [
  { label: 'View Profile', to: paths.pocUserProfile, icon: 'person' },
  logout,
];
export const auditorAccountMenu: readonly UserMenuItem[] = [logout];

/** Each role's home page: the target of sign-in, and of the guard for a page of another role. */
export const homeOf: Record<Identity['role'], string> = {
  admin: paths.adminDashboard,
  doctor: paths.pocDashboard,
  auditor: paths.audit,
};
