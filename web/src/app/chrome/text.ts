import { defineText } from '../../ui/locale/define-text.ts';
import { plural } from '../../ui/locale/words.ts';

/** UI text of the signed-in frame. */
export const chromeText = defineText({
  hi: async () => (await import('./text.hi.ts')).chromeText,
  en: {
    findPatient: 'Find a Patient',
    skip: 'Skip to main content',
    main: 'Main',
    menu: 'Menu',
    openMenu: 'Open menu',
    closeMenu: 'Close the menu',
    keepMenu: 'Keep the menu open',
    zoneTime: (zone: string) => `${zone} time`,
    colours: (scheme: 'system' | 'light' | 'dark') =>
      `Colours: ${{ system: 'as on this device', light: 'light', dark: 'dark' }[scheme]}`,
    adminPortal: 'Admin Portal',
    adminOf: (client: string) => `${client} Admin`,
    readOnly: 'Read only',
    unknownDoctor: 'Unknown POC',
    lock: 'Lock',
    languageFailed: 'The language could not be changed.',
    live: {
      live: 'Live',
      reconnecting: 'Reconnecting',
      away: 'Reconnecting',
      offline: 'Offline',
      limited: 'Too many tabs',
    },
  },
});

export const outageText = defineText({
  hi: async () => (await import('./text.hi.ts')).outageText,
  en: {
    offline: 'No connection to the server. This page may be out of date. Dayline keeps trying.',
    away: 'Part of the service is unavailable. This page may be out of date. Dayline keeps trying.',
    limited: 'Dayline is open in too many tabs. This tab refreshes every 15 seconds.',
    building: (percent: number) => `Updating the lists after an upgrade: ${percent} %.`,
    buildingLeft: (percent: number, minutes: number) => {
      const timeLeft = plural(minutes, { one: 'less than a minute', other: `about ${minutes} minutes` });
      return `Updating the lists after an upgrade: ${percent} %, ${timeLeft} left.`;
    },
  },
});

/** The menus of all roles (section 2 of the specification). */
export const menuText = defineText({
  hi: async () => (await import('./text.hi.ts')).menuText,
  en: {
    groups: { day: 'The day', people: 'People', settingUp: 'Setting up' },
    /** In the rail. */
    short: {
      today: 'Today',
      calls: 'To Call',
      conversations: 'Chats',
      waitingList: 'Waiting',
      departments: 'Depts',
      appointments: 'Bookings',
    },
    dashboard: 'Dashboard',
    today: "Today's Appointments",
    doctors: 'Doctors',
    users: 'Users',
    departments: 'Departments',
    viewPoc: 'View POC',
    addPoc: 'Add POC',
    calendar: 'Calendar',
    leave: 'Leave',
    queue: 'Queue',
    calls: 'People to Call',
    conversations: 'Conversations',
    waitingList: 'Waiting List',
    dayClose: 'Day Close',
    import: 'Import',
    settings: 'Settings',
    history: 'History',
    appointments: 'Appointments',
    profile: 'My Profile',
    viewProfile: 'View Profile',
    activity: 'Activity',
    appointmentHistory: 'Appointment History',
    replay: 'Replay',
    report: 'Report',
    account: 'My Account',
    logout: 'Logout',
  },
});
