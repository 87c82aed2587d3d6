import type { Config } from '@dayline/runtime/config/config';

/** The engines and the location of their data. */
export type StoreSettings = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'viewStoreUrl'> & {
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** The file of a key that was just created: removed if the vault has another key. */
  readonly newSecrets?: string | null;
};

/** Settings for opening all stores, and creating them if necessary. */
export type WholeSettings = StoreSettings & Pick<Config, 'acceptMissingVault' | 'auditHeadDir'>;
