// npm run check: format, lint and import borders, types, unused code, sizes, and all tests.
import { build, install, run } from './build.mjs';

install();
build();
run('npx', ['biome', 'check', '--error-on-warnings', '.']);
run('npx', ['tsc', '-b']);
run('npx', ['knip']);
run('npm', ['run', 'size', '-w', '@dayline/web', '--silent']);
run(process.execPath, ['tools/test.mjs']);
