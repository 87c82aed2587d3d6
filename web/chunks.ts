import type { Plugin } from 'vite';

/**
 * Of modules that pages of several features need. All in one: divided by who needs them they are ten files, of which a
 * page loads six, and each costs a slow line more than the 18 kB that it doesn't need.
 */
const sharedByPages = 'pages';

/** Where a visit begins. All that its first page needs is in few files: a request costs a slow line most. */
const visits = {
  /** Sign-in, whose fields and buttons all other pages have. */
  door: /\/src\/(app\/shells\/auth-shell|features\/session\/sign-in-page)\./,
  /** The company's pages. */
  site: /\/src\/(app\/shells\/site-shell|features\/public-site\/[^/]+-page)\./,
  /** Other pages before sign-in. */
  outside: /\/src\/(app\/shells\/public-shell|features\/(session|onboarding|wall)\/[^/]+-page)\./,
  /** The signed-in frame. */
  desk: /\/src\/(app\/(guards|identity-gate|chrome\/|shells\/page-shell)|shared\/actions\/)/,
  /** Where people arrive. */
  home: /\/src\/features\/\w+-dashboard\/[^/]+-page/,
};
/** Of the wizard, and of a dialog that loads after its pages: joined with what these pages share, they would load it. */
const slotPicker = '/shared/appointments/slot-picker/';

/** What changes an appointment: the pages that need some of it need most. */
const marking = /\/shared\/appointments\/(marking\/|moving\/|presence\/use-|visit\/use-visit-actions)/;

/** Few dialogs draw QR codes, after their page. */
const qrCode = '/node_modules/qrcode.react/';

/** Lists in columns: boards and cards don't need them. */
const table = /\/@tanstack\/(react-)?table(-core)?\/|\/ui\/table\/(?!group-heading)/;

/** The chunk of a module, by the pages and lazily loaded modules that need it; null leaves it to the build. */
function chunkOf(id: string, users: readonly string[], entry: string): string | null {
  const isOf = (visit: RegExp) => users.some((user) => visit.test(user));
  const isOnlyOf = (visit: RegExp) => users.every((user) => visit.test(user));
  // In one file, though the other language's words need some of it too.
  if (users.includes(entry)) return id.includes('/node_modules/') ? 'base' : users.length > 1 ? 'start' : null;
  if (isOf(visits.door)) return 'door';
  // Pages before sign-in load no code that is behind it.
  const isBefore = isOf(visits.site) || isOf(visits.outside);
  if (isOf(visits.desk)) return isBefore ? 'door' : 'desk';
  if (users.length <= 1) return null;
  if (isOnlyOf(visits.site)) return 'site';
  if (isBefore) return users.every((user) => visits.site.test(user) || visits.outside.test(user)) ? null : 'door';
  if (isOf(visits.home)) return isOnlyOf(visits.home) ? 'dashboards' : 'desk';
  if (id.includes(slotPicker)) return 'slot-picker';
  if (marking.test(id)) return 'marking';
  if (table.test(id)) return 'table';
  if (id.includes(qrCode)) return 'qr-code';
  const features = new Set(users.map((user) => /\/features\/([\w-]+)\//.exec(user)?.[1]));
  const [feature] = features;
  return features.size === 1 && feature !== undefined ? feature : sharedByPages;
}

/** Decides which modules share a file: those of a visit's first pages, then those of several later pages. */
export function chunks(): Plugin & { nameOf(id: string): string | null } {
  const users = new Map<string, string[]>();
  let entry = '';
  return {
    name: 'dayline:chunks',
    apply: 'build',
    buildEnd() {
      for (const start of this.getModuleIds()) {
        const info = this.getModuleInfo(start);
        if (info?.isEntry) entry = start;
        // The words of the other language are files of their own, and decide about no other.
        else if (!info || info.dynamicImporters.length === 0 || start.endsWith('text.hi.ts')) continue;
        const reached = new Set([start]);
        // A set's loop takes in what is added meanwhile.
        for (const id of reached) {
          users.set(id, [...(users.get(id) ?? []), start]);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
        }
      }
    },
    nameOf: (id) => chunkOf(id, users.get(id) ?? [], entry),
  };
}
