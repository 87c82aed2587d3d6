import { block } from './directive.ts';

const compressed = [
  'gzip on;',
  'gzip_vary on;',
  'gzip_min_length 1024;',
  'gzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
];

/**
 * The built web application: hashed assets for a year, and `index.html`, asked for anew each time, for every page's
 * path, so that a reload or a shared address opens the page itself.
 */
export function staticLocations(headers: readonly string[]): readonly string[] {
  const cached = (rule: string): readonly string[] => [...headers, `add_header Cache-Control '${rule}' always;`];
  return [
    block('location ^~ /assets/', [
      ...headers,
      // Not on a 404: an asset of the next version may be asked for while it is still on its way.
      "add_header Cache-Control 'public, max-age=31536000, immutable';",
      ...compressed,
      'try_files $uri =404;',
    ]),
    block('location = /index.html', [...cached('no-cache'), ...compressed]),
    block('location ~ /\\.', [...headers, 'return 404;']),
    // A file that isn't there is no page.
    block('location ~ \\.\\w+$', [...cached('public, max-age=0'), ...compressed, 'try_files $uri =404;']),
    block('location /', [...cached('no-cache'), ...compressed, 'try_files /index.html =404;']),
  ];
}
