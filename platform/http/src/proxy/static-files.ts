import { pagePattern } from '@dayline/contracts/page-paths';
import { block } from './directive.ts';

/** The build writes compressed versions beside each file. */
const compressed = ['gzip_static on;', 'gzip_vary on;', 'gzip_proxied any;'];

/**
 * The built web application: hashed assets cached for a year, and `index.html`, revalidated, for every page path, so
 * that reloads and shared addresses open the page.
 */
export function staticLocations(headers: readonly string[]): readonly string[] {
  const cached = (rule: string): readonly string[] => [...headers, `add_header Cache-Control '${rule}' always;`];
  return [
    block('location ^~ /assets/', [
      ...headers,
      // Not for a 404: an asset of the next version may be requested before it is deployed.
      "add_header Cache-Control 'public, max-age=31536000, immutable';",
      ...compressed,
      'try_files $uri =404;',
    ]),
    block('location = /index.html', [...cached('no-cache'), ...compressed]),
    block('location ~ /\\.', [...headers, 'return 404;']),
    // A missing file is not a page.
    block('location ~ \\.\\w+$', [...cached('public, max-age=0'), ...compressed, 'try_files $uri =404;']),
    block(`location ~* '${pagePattern}'`, [...cached('no-cache'), ...compressed, 'try_files /index.html =404;']),
    // Not a page: 404 with the application's own page.
    block('location /', ['error_page 404 /index.html;', 'return 404;']),
  ];
}
