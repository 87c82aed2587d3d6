import { deviceIn } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const ios = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${ios} Version/18.6 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${ios} Version/18.6 Mobile Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${ios} CriOS/141.0 Mobile Safari/604.1`, 'Chrome', 'iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${ios} FxiOS/143.0 Mobile Safari/604.1`, 'Firefox', 'iPad'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/120.0`, 'Opera', 'ChromeOS'],
  ['curl/8.14.1', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s', (userAgent, browser, system) => {
  expect(deviceIn(userAgent)).toEqual({ browser, system });
});

test('a long header is read as far as headers of browsers go', () => {
  expect(deviceIn(`${' '.repeat(600)}Firefox/143.0`)).toEqual({ browser: null, system: null });
});
