import { brotliDecompressSync } from 'node:zlib';
import { type Product, removeData, startProduct, temporaryData } from './testing/processes/product.ts';

const dataDir = temporaryData();
let product: Product;
beforeAll(async () => {
  product = await startProduct(dataDir, { DEMO: 'off' });
});
afterAll(async () => {
  await product.stop();
  removeData(dataDir);
});

test('the pages and their assets come as the build has compressed them', async () => {
  const page = await (await fetch(product.url)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  expect(assets.length).toBeGreaterThan(0);
  const small: string[] = [];
  for (const path of assets) {
    const plain = await fetch(`${product.url}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
    expect([path, plain.status, plain.headers.get('content-encoding')]).toEqual([path, 200, null]);
    const text = await plain.text();
    const stored = await fetch(`${product.url}${path}.br`);
    // Files smaller than a network packet aren't compressed.
    if (text.length < 1_024) {
      small.push(path);
      continue;
    }
    expect(brotliDecompressSync(Buffer.from(await stored.arrayBuffer())).toString()).toBe(text);
    const usual = await fetch(`${product.url}${path}`, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } });
    expect([path, usual.headers.get('content-encoding')]).toEqual([path, 'br']);
    expect(usual.headers.get('vary')).toContain('Accept-Encoding');
  }
  expect(small.length).toBeLessThan(assets.length);
});
