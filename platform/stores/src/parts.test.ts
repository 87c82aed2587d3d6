import { refuseMissingParts } from './parts.ts';

const settings = {
  ...{ dataDir: '/nowhere', eventStoreUrl: null, viewStoreUrl: null, masterKey: Buffer.alloc(32) },
  ...{ acceptMissingVault: false, auditHeadDir: null },
};
const opening = { mayBeSetBack: false };

test('a store that another process makes for the first time meanwhile is no loss', async () => {
  let isMade = false;
  const log = async () => (isMade ? ('events' as const) : ('missing' as const));
  const rest = async () => {
    isMade = true;
    return { vault: 'content', views: null } as const;
  };
  await refuseMissingParts(settings, opening, { log, rest });
});

test('a log that is missing beside a vault is', async () => {
  const look = { log: async () => 'missing' as const, rest: async () => ({ vault: 'content', views: null }) as const };
  await expect(refuseMissingParts(settings, opening, look)).rejects.toThrow('The event log is missing');
});
