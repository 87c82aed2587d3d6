import type { Identity } from '@dayline/contracts/endpoints/session';
import { paths } from '../shared/paths.ts';
import type { MenuEntry } from './chrome/side-drawer.tsx';
import { menuText as text } from './chrome/text.ts';
import type { UserMenuItem } from './chrome/user-menu.tsx';

/** Each role's menus (section 2 of the specification), as data. */

const logout = () => ({ label: text.logout, to: paths.logout, icon: 'logout' }) as const;

const account = () => ({ label: text.account, to: paths.account, icon: 'settings' }) as const;

const grouped = (group: string, entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.map((entry) => ({ ...entry, group }));

/** The drawer's entries; the admin's, in groups, below the client's name as title. */
export const menus: Record<Identity['role'], () => readonly MenuEntry[]> = {
  admin: () => [
    ...grouped(text.groups.day, [
      { label: text.dashboard, to: paths.adminDashboard, icon: 'home' },
      { label: text.today, short: text.short.today, to: paths.adminTodaysAppointments, icon: 'today' },
      { label: text.queue, to: paths.queue, icon: 'ticket' },
      { label: text.calls, short: text.short.calls, to: paths.calls, icon: 'phone', counts: 'calls' },
      { label: text.waitingList, short: text.short.waitingList, to: paths.waitingList, icon: 'clock' },
      {
        label: text.conversations,
        short: text.short.conversations,
        to: paths.conversations,
        icon: 'chat',
        covers: paths.chatbotTry,
        counts: 'chats',
      },
      { label: text.dayClose, to: paths.dayClose, icon: 'fees' },
    ]),
    ...grouped(text.groups.people, [
      { label: text.doctors, to: paths.doctors, icon: 'person' },
      { label: text.users, to: paths.users, covers: '/patient', icon: 'people' },
      { label: text.leave, to: paths.leave, icon: 'away' },
      { label: text.departments, short: text.short.departments, to: paths.departments, icon: 'departments' },
      { label: text.viewPoc, to: paths.viewPoc, icon: 'stethoscope' },
    ]),
    ...grouped(text.groups.settingUp, [
      { label: text.addPoc, to: paths.addPoc, icon: 'addPerson' },
      { label: text.calendar, to: paths.calendar, icon: 'calendar' },
      { label: text.import, to: paths.import, icon: 'upload' },
      { label: text.history, to: paths.audit, icon: 'history' },
      { label: text.settings, to: paths.settingsHospital, covers: '/settings', icon: 'settings' },
    ]),
    { ...logout(), last: true },
  ],
  doctor: () => [
    { label: text.dashboard, to: paths.pocDashboard, icon: 'home' },
    { label: text.appointments, short: text.short.appointments, to: paths.viewAppointments, icon: 'calendar' },
    { label: text.today, short: text.short.today, to: paths.todaysAppointments, icon: 'today' },
    { label: text.leave, to: paths.leave, icon: 'away' },
    { label: text.profile, to: paths.pocUserProfile, icon: 'person' },
    { ...logout(), last: true },
  ],
  auditor: () => [
    { label: text.activity, to: paths.audit, icon: 'history' },
    { label: text.appointmentHistory, short: text.short.appointments, to: paths.auditAppointments, icon: 'calendar' },
    { label: text.replay, to: paths.auditReplay, icon: 'play' },
    { label: text.report, to: paths.auditReport, icon: 'report' },
    { label: text.calls, short: text.short.calls, to: paths.calls, icon: 'phone' },
    { label: text.dayClose, to: paths.dayClose, icon: 'fees' },
    { label: text.calendar, to: paths.calendar, icon: 'calendar' },
    { label: text.import, to: paths.import, icon: 'upload' },
    { label: text.settings, to: paths.settingsHospital, covers: '/settings', icon: 'settings' },
    { ...logout(), last: true },
  ],
};

export const accountMenus: Record<Identity['role'], () => readonly UserMenuItem[]> = {
  admin: () => [account(), logout()],
  doctor: () => [{ label: text.viewProfile, to: paths.pocUserProfile, icon: 'person' }, account(), logout()],
  auditor: () => [account(), logout()],
};

/** Each role's home page: the target of sign-in, and of the guard for a page of another role. */
export const homeOf: Record<Identity['role'], string> = {
  admin: paths.adminDashboard,
  doctor: paths.pocDashboard,
  auditor: paths.audit,
};
