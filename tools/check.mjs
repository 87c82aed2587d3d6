// npm run check: format, lint and import rules, types, unused code, the lock file, sizes, and all tests.
import { build, install, run } from './build.mjs';

install();
build();
run(process.execPath, ['tools/lock-file.mjs']);
run('npx', ['biome', 'check', '--error-on-warnings', '.']);
run(process.execPath, ['tools/import-rules.mjs']);
run('npx', ['tsc', '-b']);
run('npx', ['knip']);
run('npm', ['run', 'size', '-w', '@dayline/web', '--silent']);
run(process.execPath, ['tools/test.mjs']);
