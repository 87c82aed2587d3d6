import type { ClientSettings } from '@dayline/contracts/events/organisation';
import { specification } from '../testing/given-when-then.ts';
import { client } from './client.ts';

const settings: ClientSettings = {
  name: 'Sunrise Multispeciality Hospital',
  zone: 'Asia/Kolkata',
  meetingLinkHost: 'https://meet.google.com',
  branches: [
    { id: 1, name: 'Main' },
    { id: 2, name: null },
  ],
};

describe('a client', () => {
  const { given } = specification(client);
  const onboarded = { type: 'ClientOnboarded', data: settings } as const;

  test('is onboarded once, and its settings change as a whole', () => {
    given().when({ kind: 'onboard', settings }, undefined).thenAppends(onboarded);
    given(onboarded).when({ kind: 'onboard', settings }, undefined).thenRefused('value.taken');
    given(onboarded).when({ kind: 'changeSettings', settings }, undefined).thenAppends();
    const changed = { ...settings, zone: 'Europe/Berlin' };
    given(onboarded)
      .when({ kind: 'changeSettings', settings: changed }, undefined)
      .thenAppends({ type: 'ClientSettingsChanged', data: changed });
  });

  test.each([
    ['zone', { ...settings, zone: 'Mars/Olympus' }],
    ['name', { ...settings, name: ' ' }],
    ['meetingLinkHost', { ...settings, meetingLinkHost: 'https://meet.google.com/' }],
    ['branches', { ...settings, branches: [...settings.branches, { id: 1, name: 'Again' }] }],
  ])('a wrong %s is named', (field, wrong) => {
    given()
      .when({ kind: 'onboard', settings: wrong }, undefined)
      .thenRefused('request.invalid', { fields: [{ field }] });
  });
});
