import { fileURLToPath } from 'node:url';

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
];
/** @param {string} workspace @param {object} [more] */
const project = (workspace, more = {}) => ({
  displayName: workspace.replace('platform/', ''),
  rootDir: workspace,
  testRunner: fileURLToPath(new URL('tools/jest/measured-runner.cjs', import.meta.url)),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': swc },
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  ...more,
});
export default {
  globalSetup: './tools/jest-set-up.mjs',
  // Native ES modules are never freed within a worker, and its garbage collections take longer and longer.
  workerIdleMemoryLimit: '400MB',
  // Long, since it only ends what hangs and doesn't judge speed: the machine may be busy.
  testTimeout: 600_000,
  projects: [
    'contracts',
    ...['runtime', 'event-log', 'view-store', 'vault', 'http', 'lists', 'stores'].map((room) => `platform/${room}`),
    'command-service',
    'projector',
    'query-service',
    'chatbot',
    'standalone',
    'acceptance',
    'bench',
  ]
    .map((name) => project(name))
    .concat(
      project('tools', { testMatch: ['<rootDir>/*.test.mjs'] }),
      // Tests that need no page: the page's environment takes a second to load.
      project('web', { testMatch: ['<rootDir>/src/**/*.test.ts'] }),
      project('web', {
        displayName: 'web pages',
        testMatch: ['<rootDir>/src/**/*.test.tsx'],
        testEnvironment: '<rootDir>/src/shared/testing/environment.js',
        testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
        setupFilesAfterEnv: ['<rootDir>/src/shared/testing/setup.ts'],
        moduleNameMapper: { '\\.css$': '<rootDir>/src/shared/testing/nothing.ts' },
      }),
    ),
};
