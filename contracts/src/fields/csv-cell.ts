/**
 * The places where a spreadsheet may see the start of a formula (OWASP, "CSV Injection"): at the start of a cell, and
 * after a character that some locale or import treats as a separator or quote. An apostrophe is inserted there.
 */
const formulaStart = /(^|[;,|\t\r\n"'])(?=(?:(?![\t\r\n])[\s\p{Cf}])*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
const guardPattern = /(^|[;,|\t\r\n"'])'(?=[\s\u00a0\p{Cf}]*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/gu;

/** RFC 4180. */
export function cellOf(value: string | number | null): string {
  if (value === null) return '';
  return `"${String(value).replaceAll(formulaStart, "$1'").replaceAll('"', '""')}"`;
}

/** A cell's text without the apostrophes of `cellOf`. */
export const withoutGuard = (text: string): string => text.replaceAll(guardPattern, '$1');
