import type { Plugin } from 'vite';

/**
 * Pages on which people arrive. Everything that such a first page needs is in few files: on a slow line, requests cost
 * the most.
 */
const visits = {
  /** Sign-in, whose fields and buttons all other pages share. */
  door: /\/src\/(app\/shells\/auth-shell|features\/session\/sign-in-page)\./,
  /** The company's pages. */
  site: /\/src\/(app\/shells\/site-shell|features\/public-site\/[^/]+-page)\./,
  /** Other pages before sign-in. */
  outside: /\/src\/(app\/shells\/public-shell|features\/(session|onboarding|wall)\/[^/]+-page)\./,
  /** The signed-in frame. */
  desk: /\/src\/(app\/(guards|identity-gate|chrome\/|shells\/page-shell)|shared\/actions\/)/,
  /** The dashboards, the first pages after sign-in. */
  home: /\/src\/features\/\w+-dashboard\/[^/]+-page/,
};

/** A module, with the pages and lazily loaded modules that import it, directly or not. */
class UsedChunks {
  readonly id: string;
  readonly users: readonly string[];
  readonly isOfEntry: boolean;
  constructor(id: string, users: readonly string[], entry: string) {
    this.id = id;
    this.users = users;
    this.isOfEntry = users.includes(entry);
  }
  /** Whether it is used there, possibly also elsewhere. */
  isOf(...patterns: readonly RegExp[]): boolean {
    return this.users.some((user) => patterns.some((visit) => visit.test(user)));
  }
  isOnlyOf(...patterns: readonly RegExp[]): boolean {
    return this.users.every((user) => patterns.some((visit) => visit.test(user)));
  }
  get isBeforeSignIn(): boolean {
    return this.isOf(visits.site, visits.outside);
  }
  /** The feature that contains all users of the module. */
  get feature(): string | null {
    const features = new Set(this.users.map((user) => /\/features\/([\w-]+)\//.exec(user)?.[1]));
    const [feature] = features;
    return features.size === 1 && feature !== undefined ? feature : null;
  }
}

interface Chunk {
  /** Null leaves the module to the build. */
  readonly chunk: string | null | ((module: UsedChunks) => string | null);
  readonly what: string;
  readonly why: string;
  readonly has: (module: UsedChunks) => boolean;
}

/** Which chunk a module is in: the first row that contains it. */
const table: readonly Chunk[] = [
  {
    chunk: 'base',
    what: "the entry's packages: React, the router, MUI's styling",
    why: 'they change rarely, and every page needs them',
    has: ({ id, isOfEntry }) => isOfEntry && id.includes('/node_modules/'),
  },
  {
    chunk: 'start',
    what: "the entry's own modules that other files need",
    why: 'one file, though the words of the other language need some of it too',
    has: ({ isOfEntry, users }) => isOfEntry && users.length > 1,
  },
  { chunk: null, what: 'other modules of the entry', why: 'they stay in its file', has: ({ isOfEntry }) => isOfEntry },
  {
    chunk: 'door',
    what: 'sign-in, with the fields and buttons of all pages',
    why: 'a first visit begins here',
    has: (module) => module.isOf(visits.door),
  },
  {
    chunk: 'door',
    what: 'modules of the signed-in frame that pages before sign-in need too',
    why: 'these pages load no code that is behind sign-in',
    has: (module) => module.isOf(visits.desk) && module.isBeforeSignIn,
  },
  {
    chunk: 'desk',
    what: 'the signed-in frame, with queries, live messages and zod',
    why: 'every signed-in page needs it',
    has: (module) => module.isOf(visits.desk),
  },
  { chunk: null, what: 'modules of one page', why: 'they stay in its file', has: ({ users }) => users.length <= 1 },
  {
    chunk: 'site',
    what: "the company's pages",
    why: 'a visit reads several of them',
    has: (module) => module.isOnlyOf(visits.site),
  },
  {
    chunk: null,
    what: 'modules of other pages before sign-in',
    why: 'few pages share them',
    has: (module) => module.isOnlyOf(visits.site, visits.outside),
  },
  {
    chunk: 'door',
    what: 'modules that pages before and behind sign-in share',
    why: 'pages before sign-in load no code that is behind it',
    has: ({ isBeforeSignIn }) => isBeforeSignIn,
  },
  {
    chunk: 'dashboards',
    what: 'modules of the dashboards alone',
    why: 'most people arrive there',
    has: (module) => module.isOnlyOf(visits.home),
  },
  {
    chunk: 'desk',
    what: 'modules that the dashboards share with later pages',
    why: 'the first signed-in page needs them',
    has: (module) => module.isOf(visits.home),
  },
  {
    chunk: 'slot-picker',
    what: "the wizard's dates and times, which Move has too",
    why: "Move's dialog loads after its pages: with the modules that these share, they would load it",
    has: ({ id }) => id.includes('/shared/appointments/slot-picker/'),
  },
  {
    chunk: 'marking',
    what: 'commands that change an appointment',
    why: 'a page that needs one of them needs most',
    has: ({ id }) => /\/shared\/appointments\/(marking\/|moving\/|presence\/use-|visit\/use-visit-actions)/.test(id),
  },
  {
    chunk: 'table',
    what: 'lists in columns, with TanStack Table',
    why: "boards and cards don't need them",
    has: ({ id }) => /\/@tanstack\/(react-)?table(-core)?\/|\/ui\/table\/(?!group-heading)/.test(id),
  },
  {
    chunk: 'search-choice',
    what: 'the field that proposes choices for what is typed',
    why: 'few pages have it, and it is 20 kB',
    has: ({ id }) => /\/@mui\/material\/((use)?Autocomplete|Popper)\/|\/@popperjs\/|\/search-choice-field\./.test(id),
  },
  {
    chunk: 'qr-code',
    what: 'the drawing of QR codes',
    why: 'few dialogs need it, after their page',
    has: ({ id }) => id.includes('/node_modules/qrcode.react/'),
  },
  {
    chunk: 'passkeys',
    what: "the browser's passkeys",
    why: 'sign-in offers them once it is shown, and loads no code that is behind it',
    has: ({ id }) => /\/@simplewebauthn\/|\/shared\/second-factor\/passkeys\.|\/session\/passkeys\//.test(id),
  },
  {
    chunk: ({ feature }) => feature,
    what: "modules of one feature's pages",
    why: 'a person opens several pages of a feature',
    has: ({ feature }) => feature !== null,
  },
  {
    chunk: 'pages',
    what: 'modules that pages of several features share',
    why: 'divided by their users they are ten files, of which a page loads six: a slow line pays more for each than for 18 kB',
    has: () => true,
  },
];

/** Decides which modules share a file, and writes which packages each file contains, for the size limits. */
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
        // The texts of the other language have their own files, and don't affect other chunks.
        else if (!info || info.dynamicImporters.length === 0 || start.endsWith('text.hi.ts')) continue;
        const reachable = new Set([start]);
        // Iterating over a Set includes items added during the loop.
        for (const id of reachable) {
          users.set(id, [...(users.get(id) ?? []), start]);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) reachable.add(next);
        }
      }
    },
    nameOf(id) {
      const module = new UsedChunks(id, users.get(id) ?? [], entry);
      const chunk = table.find(({ has }) => has(module))?.chunk ?? null;
      return typeof chunk === 'function' ? chunk(module) : chunk;
    },
    generateBundle(_options, bundle) {
      const packages: Record<string, string[]> = {};
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(id.split('/node_modules/').slice(1).at(-1) ?? '') ?? [];
          if (name) packages[name] = [...new Set([...(packages[name] ?? []), file.name.split('~')[0] ?? ''])].sort();
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages, null, 1) });
    },
  };
}
