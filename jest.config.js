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
  displayName: workspace,
  rootDir: workspace,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': swc },
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  ...more,
});
export default {
  testTimeout: 30_000,
  projects: ['contracts', 'platform', 'command-service', 'projector', 'query-service', 'standalone', 'bench']
    .map((name) => project(name))
    .concat(
      project('web', {
        testEnvironment: '<rootDir>/src/shared/testing/environment.js',
        testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
        setupFilesAfterEnv: ['<rootDir>/src/shared/testing/setup.ts'],
        moduleNameMapper: { '\\.css$': '<rootDir>/src/shared/testing/nothing.ts' },
      }),
    ),
};
