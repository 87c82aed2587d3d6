export { vaultSecrets } from '../secrets.ts';
