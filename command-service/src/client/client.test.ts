import type { ClientEvent, ClientSettings } from '@dayline/contracts/events/organisation';
import { noMessages } from '@dayline/contracts/patients/messages';
import { specification } from '../testing/given-when-then.ts';
import { type ChangedValues, client } from './client.ts';

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

  test('is onboarded once', () => {
    given().when({ kind: 'onboard', settings }, undefined).thenAppends(onboarded);
    given(onboarded).when({ kind: 'onboard', settings }, undefined).thenRefused('value.taken');
    given().when({ kind: 'addBranch', name: null }, undefined).thenRefused('access.foreign');
  });

  const change = (values: ChangedValues) => ({ kind: 'change', values }) as const;

  test('changes each setting by an event of its own, and nothing that stays as it is', () => {
    given(onboarded).when(change({}), undefined).thenAppends();
    given(onboarded)
      .when(change({ zone: settings.zone }), undefined)
      .thenAppends();
    given(onboarded)
      .when(
        change({
          name: 'Sunrise',
          zone: 'Europe/Berlin',
          meetingLinkHost: 'https://meet.example',
          bookingNeedsEmail: false,
          queueOrder: 'time',
          lateAfterMinutes: 15,
          patientYears: 7,
          calendarHasNames: true,
          messages: { ...noMessages, booked: true },
          feeRules: { rules: [] },
        }),
        undefined,
      )
      .thenAppends(
        { type: 'ClientRenamed', data: { name: 'Sunrise' } },
        { type: 'ClientZoneChanged', data: { zone: 'Europe/Berlin' } },
        { type: 'ClientLinkHostChanged', data: { meetingLinkHost: 'https://meet.example' } },
        { type: 'BookingEmailRuleSet', data: { bookingNeedsEmail: false } },
        { type: 'QueueOrderSet', data: { queueOrder: 'time' } },
        { type: 'LateAfterSet', data: { lateAfterMinutes: 15 } },
        { type: 'RetentionSet', data: { patientYears: 7 } },
        { type: 'CalendarNamesSet', data: { calendarHasNames: true } },
        { type: 'MessagesSet', data: { messages: { ...noMessages, booked: true } } },
        { type: 'ClientFeeRulesSet', data: { feeRules: { rules: [] } } },
      );
    given(onboarded, { type: 'ClientZoneChanged', data: { zone: 'Europe/Berlin' } })
      .when(change({ zone: 'Europe/Berlin', name: ' ' }), undefined)
      .thenRefused('request.invalid', { fields: [{ field: 'name' }] });
  });

  test('has a text of its own for a message, until it goes back to the usual one', () => {
    const about = { channel: 'email', kind: 'booked', language: 'en' } as const;
    const set = (text: string | null) => ({ type: 'MessageTextSet', data: { ...about, text } }) as const;
    const changeText = (text: string | null) => change({ messageText: { ...about, text } });
    given(onboarded).when(changeText('On {when}.'), undefined).thenAppends(set('On {when}.'));
    given(onboarded).when(changeText(null), undefined).thenAppends();
    given(onboarded, set('On {when}.')).when(changeText('On {when}.'), undefined).thenAppends();
    given(onboarded, set('On {when}.')).when(changeText('At {when}.'), undefined).thenAppends(set('At {when}.'));
    given(onboarded, set('On {when}.'), set('At {when}.')).when(changeText(null), undefined).thenAppends(set(null));
  });

  test('has one sign-in provider at a time, and can be without one', () => {
    const singleSignOn = {
      ...{ providerName: 'Sunrise ID', issuer: 'https://login.sunrise.example', oidcClientId: 'dayline' },
      ...{ sealedSecret: 's1.k.a.b', domains: ['sunrise.example'], hasSecondFactor: false },
    };
    const set = { kind: 'setSingleSignOn', singleSignOn } as const;
    const remove = { kind: 'setSingleSignOn', singleSignOn: null } as const;
    const wasSet = { type: 'SingleSignOnSet', data: singleSignOn } as const;
    given(onboarded).when(set, undefined).thenAppends(wasSet);
    given(onboarded).when(remove, undefined).thenAppends();
    given(onboarded, wasSet).when(set, undefined).thenAppends();
    const other = { ...singleSignOn, hasSecondFactor: true };
    given(onboarded, wasSet)
      .when({ ...set, singleSignOn: other }, undefined)
      .thenAppends({ type: 'SingleSignOnSet', data: other });
    given(onboarded, wasSet).when(remove, undefined).thenAppends({ type: 'SingleSignOnRemoved', data: {} });
  });

  test('kinds of fees are refused to who read others; no other setting is', () => {
    const set: ClientEvent = { type: 'ClientFeeRulesSet', data: { feeRules: { rules: [] } } };
    const none = { ...change({ feeRules: null }), feeRulesRevision: -1 };
    given(onboarded, set)
      .when(none, undefined)
      .thenRefused('fees.changed', { fees: { revision: 1, by: 'Desk' } });
    given(onboarded, set)
      .when({ ...none, feeRulesRevision: 1 }, undefined)
      .thenAppends({ type: 'ClientFeeRulesSet', data: { feeRules: null } });
    given(onboarded, set)
      .when({ ...change({ feeRules: { rules: [] }, queueOrder: 'time' }), feeRulesRevision: -1 }, undefined)
      .thenAppends({ type: 'QueueOrderSet', data: { queueOrder: 'time' } });
  });

  test('gives a new branch the next number, after the highest', () => {
    const added = (id: number) => ({ type: 'BranchAdded', data: { id, name: null } }) as const;
    const addBranch = { kind: 'addBranch', name: null } as const;
    given(onboarded).when(addBranch, undefined).thenAppends(added(3));
    given(onboarded, added(3)).when(addBranch, undefined).thenAppends(added(4));
    given({ type: 'ClientOnboarded', data: { ...settings, branches: [] } })
      .when(addBranch, undefined)
      .thenAppends(added(1));
  });

  test('renames, closes and reopens a branch; no two have the same name, and none with doctors is closed', () => {
    const named = { type: 'BranchAdded', data: { id: 3, name: 'East' } } as const;
    const closed = { type: 'BranchClosed', data: { id: 3 } } as const;
    const close = (isInUse: boolean) => ({ kind: 'closeBranch', id: 3, isInUse }) as const;
    const rename = (name: string) => ({ kind: 'renameBranch', id: 3, name }) as const;
    given(onboarded, named)
      .when(rename('West'), undefined)
      .thenAppends({ type: 'BranchRenamed', data: { id: 3, name: 'West' } });
    given(onboarded, named, { type: 'BranchRenamed', data: { id: 3, name: 'West' } })
      .when({ kind: 'addBranch', name: 'WEST' }, undefined)
      .thenRefused('branch.name-taken');
    given(onboarded, named).when(rename('East'), undefined).thenAppends();
    given(onboarded, named).when(close(true), undefined).thenRefused('branch.in-use');
    given(onboarded, named).when(close(false), undefined).thenAppends(closed);
    given(onboarded, named, closed).when(close(false), undefined).thenAppends();
    given(onboarded, named, closed)
      .when({ kind: 'reopenBranch', id: 3 }, undefined)
      .thenAppends({ type: 'BranchReopened', data: { id: 3 } });
    given(onboarded).when(close(false), undefined).thenRefused('branch.unknown');
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
