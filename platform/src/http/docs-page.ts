import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { sentenceOf, statusOf } from '@dayline/contracts/errors';
import { z } from 'zod';
import { refusalsOf } from './openapi.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** What JSON Schema says of a value, as far as the page shows it. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
}

// The border: the page reads a few well-known parts of a JSON schema, each of which may be missing.
const shapeOf = (schema: z.ZodType, io: 'input' | 'output'): Shape =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;

/** A value's kind in a few words, such as `text (date)` or `one of Paid, Pay_later`. */
function kindOf(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return `one of ${shape.enum.join(', ')}`;
  if (shape.anyOf) return [...new Set(shape.anyOf.map(kindOf))].join(' or ');
  if (shape.type === 'array') return `list of ${shape.items ? kindOf(shape.items) : 'anything'}`;
  if (shape.type === 'object') return `{ ${Object.keys(shape.properties ?? {}).join(', ')} }`;
  if (shape.type === 'null') return 'nothing';
  if (shape.type === 'integer') return 'whole number';
  if (shape.type !== 'string') return String(shape.type ?? 'anything');
  if (shape.format) return `text (${shape.format})`;
  return shape.maxLength === undefined ? 'text' : `text, at most ${shape.maxLength}`;
}

function fieldRows(shape: Shape): string {
  const rows = Object.entries(shape.properties ?? {}).map(
    ([name, field]) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${escaped(kindOf(field))}</td>` +
      `<td>${shape.required?.includes(name) ? 'always' : 'optional'}</td></tr>`,
  );
  return rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`;
}

function fieldsOf(shape: Shape, none: string): string {
  if (shape.type === 'array')
    return `<p>A list${shape.items ? ` of ${shape.items.type === 'object' ? 'these' : escaped(kindOf(shape.items))}` : ''}.</p>${shape.items ? fieldRows(shape.items) : ''}`;
  return fieldRows(shape) || `<p>${none}</p>`;
}

function callSection(name: string, endpoint: Endpoint): string {
  const who = endpoint.access === 'public' ? 'anybody' : endpoint.access.join(', ');
  const refusals = refusalsOf(endpoint).map(
    (code) => `<li><b>${statusOf(code)}</b> <code>${code}</code> ${escaped(sentenceOf(code))}</li>`,
  );
  return `<article id="${name}">
<h3><span class="method">${endpoint.method}</span> <code>${escaped(endpoint.path)}</code></h3>
<p class="title">${escaped(endpoint.title)}</p>
<p class="who">${endpoint.kind}, for ${escaped(who)}</p>
<details><summary>Fields, answer and refusals</summary>
<h4>Fields</h4>${fieldsOf(shapeOf(endpoint.request, 'input'), 'None.')}
<h4>Answer</h4>${fieldsOf(shapeOf(endpoint.response, 'output'), escaped(kindOf(shapeOf(endpoint.response, 'output'))))}
<h4>Refusals</h4>${endpoint.failure === null ? '' : `<p>When it fails, the page says: “${escaped(endpoint.failure)}”</p>`}
<ul>${refusals.join('')}</ul>
</details>
</article>`;
}

const areaNames: Readonly<Record<string, string>> = {
  admin: 'Administrators',
  poc: 'Doctors',
  pocs: 'Availability',
  audit: 'History',
  auth: 'Session',
  logout: 'Session',
};

/** The area of a call, by the part of its path after /api. */
function areaOf({ path, access }: Endpoint): string {
  const area = areaNames[path.split('/')[2] ?? ''] ?? 'Booking and directories';
  return access === 'public' ? 'Without a session' : area;
}

/** A page for people, from the endpoint table: no script, one small stylesheet. */
export function docsPage(table: Readonly<Record<string, Endpoint>> = endpoints): string {
  const areas = new Map<string, string[]>();
  for (const [name, endpoint] of Object.entries<Endpoint>(table)) {
    const area = areaOf(endpoint);
    areas.set(area, [...(areas.get(area) ?? []), callSection(name, endpoint)]);
  }
  const sections = [...areas].map(([area, calls]) => `<section><h2>${escaped(area)}</h2>${calls.join('')}</section>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dayline: the calls</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header><h1>Dayline: the calls</h1>
<p>Every call takes and answers JSON. A failed one answers <code>{success: false, code, message, details?, requestId}</code>.
A command takes an <code>Idempotency-Key</code>: repeating the request with the same key gives the first reply again.
The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p></header>
<main>${sections.join('')}</main>
</body>
</html>
`;
}

export const docsStylesheet = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; }
h2 { margin-top: 2.5rem; font-size: 1.2rem; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
article { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
article:target { outline: 2px solid; outline-offset: 0.5rem; }
.method { font-size: 0.75rem; letter-spacing: 0.05em; }
.title, .who { margin: 0.25rem 0; }
.who { font-size: 0.875rem; opacity: 0.8; }
summary { cursor: pointer; padding: 0.25rem 0; }
table { border-collapse: collapse; }
th, td { padding: 0.125rem 1rem 0.125rem 0; text-align: left; vertical-align: top; font-weight: normal; }
ul { padding-left: 1.25rem; }
`;
