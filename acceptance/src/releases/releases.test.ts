import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../testing/http-caller.ts';
import { dayline } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { answersOf, releasedVersions, releases, unpack } from './released-data.ts';

/** "From release 1.0.0 on, logs are kept forever": this build on the data folder of each release. */

describe.each(releasedVersions())('the data folder of release %s', (version) => {
  const dataDir = temporaryData();
  let product: Product;
  beforeAll(async () => {
    unpack(version, dataDir);
    product = await startProduct(dataDir, sharedSecrets);
  });
  afterAll(async () => {
    await product?.stop();
    removeData(dataDir);
  });

  test('answers what that release answered; later ones may say more', async () => {
    const answers = JSON.parse(readFileSync(join(releases, version, 'answers.json'), 'utf8'));
    expect(await answersOf(product.url)).toMatchObject(answers);
  });

  test('knows its people again, and takes commands', async () => {
    const admin = await signIn(product.url, 'admin@sunrise.example');
    const { clientId } = admin.user;
    const [patient] = (await admin.call('listUsers', { clientId })).reply();
    const person = { phone: patient?.User_Contact ?? '', email: 'p@x.example', location: 'Pune', clientId };
    const saved = await admin.call('saveUser', { ...person, name: patient?.User_Name ?? '' });
    expect(saved.reply().userId).toBe(patient?.User_ID);
    expect((await admin.call('saveUser', { ...person, name: 'Meera Pillai' })).status).toBe(200);
  });

  test('has a log in which nothing was altered', async () => {
    expect(await dayline(dataDir, ['audit', 'verify', '--views'], '', sharedSecrets)).toMatchObject({ code: 0 });
  });
});
