const formatters = new Map<string, Intl.DateTimeFormat>();

/** An instant (ISO 8601, UTC) as the clinic's wall clock with offset, such as 2026-11-21T10:31:05.000+05:30. */
export function clinicTime(utc: string, zone: string): string {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  const instant = Date.parse(utc);
  const name = formatter.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return `${new Date(instant + offsetMinutes).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}
