import type { Config } from '@dayline/runtime/config/config';

/** The engines and the location of their data. */
export type StoreSettings = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'viewStoreUrl'> & {
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** The file of a key that was made just now: removed where the vault has another key. */
  readonly newSecrets?: string | null;
};

/** Settings of who opens all stores, and may make them. */
export type WholeSettings = StoreSettings & Pick<Config, 'acceptMissingVault' | 'auditHeadDir'>;
