// npm run check, before all tests: format, lint, import rules, lengths of functions, types, unused code, the lock file,
// sizes.
import { build, install, run } from './build.mjs';

await install(() => {
  build();
  run(process.execPath, ['tools/lock-file.mjs']);
  run('npx', ['biome', 'check', '--error-on-warnings', '.']);
  run(process.execPath, ['tools/import-rules.mjs']);
  run(process.execPath, ['tools/function-length.mjs']);
  run(process.execPath, ['--conditions=source', '--import', 'tsx', 'tools/linear-patterns.mjs']);
  run('npx', ['tsc', '-b']);
  run('npx', ['knip']);
  run('npm', ['run', 'size', '-w', '@dayline/web', '--silent']);
});
