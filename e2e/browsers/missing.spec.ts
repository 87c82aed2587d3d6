import { test } from '@playwright/test';

test('every story', () => {
  test.skip(true, 'not installed (Debian: firefox-esr; webkit2gtk-driver and xvfb)');
});
