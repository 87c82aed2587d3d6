import type { SessionDevice } from '@dayline/vault/port';

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first that matches counts: most browsers also name those that they descend from. */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];
const systems: Names = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const longest = 512;

/** A browser and its system in plain words, by its User-Agent header. A browser may say anything. */
export function deviceIn(userAgent: string | undefined): Omit<SessionDevice, 'address'> {
  const text = (userAgent ?? '').slice(0, longest);
  const nameIn = (names: Names): string | null => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
