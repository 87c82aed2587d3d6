import type { DoctorEvent } from '@dayline/contracts/events/people';
import { specification } from '../testing/given-when-then.ts';
import { type DoctorContext, doctor } from './doctor.ts';

const { given } = specification(doctor);
const ulid = (last: string): string => `01J0000000000000000000000${last}`;
const data = {
  clientId: ulid('C'),
  departmentId: ulid('D'),
  name: 'Dr. Asha Menon',
  specialization: 'Cardiology',
  contactNumber: '919876543210',
  email: 'asha@sunrise.example',
  meetingLink: null,
  consultationFee: 50_000,
  externalId: null,
  branchId: 0,
};
const added: DoctorEvent = { type: 'DoctorAdded', data };
const context: DoctorContext = { meetingLinkHost: 'https://meet.google.com', branchIds: [1, 2] };

describe('kinds of fees', () => {
  const feeRules = { rules: [{ name: 'Follow-up', paise: 0, when: { withinDays: 8 } }] };
  const set = { type: 'FeeRulesSet', data: { feeRules } } as const;

  test('are set and taken away, and nothing is appended for the same ones', () => {
    given(added).when({ kind: 'setFeeRules', feeRules }, context).thenAppends(set);
    given(added, set).when({ kind: 'setFeeRules', feeRules }, context).thenAppends();
    const none = { feeRules: null };
    given(added, set)
      .when({ kind: 'setFeeRules', ...none }, context)
      .thenAppends({ type: 'FeeRulesSet', data: none });
  });

  test('are refused to who read others, with who set them; what is there already is nobody’s loss', () => {
    const kind = 'setFeeRules';
    const none = { feeRules: null };
    const fees = { revision: 1, by: 'Desk' };
    given(added, set)
      .when({ kind, ...none, revision: -1 }, context)
      .thenRefused('fees.changed', { fees });
    given(added, set)
      .when({ kind, ...none, revision: 1 }, context)
      .thenAppends({ type: 'FeeRulesSet', data: none });
    given(added).when({ kind, feeRules, revision: -1 }, context).thenAppends(set);
    given(added, set).when({ kind, feeRules, revision: -1 }, context).thenAppends();
    // An event that doesn't concern fees.
    given(added, set, { type: 'RoomSet', data: { room: 'Room 4' } })
      .when({ kind, ...none, revision: 1 }, context)
      .thenAppends({ type: 'FeeRulesSet', data: none });
  });
});

describe('a doctor', () => {
  test('is added once', () => {
    given().when({ kind: 'add', data }, context).thenAppends(added);
    given(added).when({ kind: 'add', data }, context).thenRefused('value.taken');
  });

  test.each([
    'https://meet.google.com/\\@evil.example',
    'https://meet.google.com/../x',
    'https://meet.google.com/a/./b',
    'https://meet.google.com/%2e%2e/x',
    'https://meet.google.com/?x=<script>',
    'https://meet.google.com/a?x="y"',
    'https://meet.google.com/a#b',
    'https://meet.google.com/',
    'https://meet.google.com//evil.example/a',
    'https://meet.google.com@evil.example/a',
    'https://user:pass@meet.google.com/a',
    'https://meet.google.com:444/a',
    'https://meet.google.com.evil.example/a',
    'javascript:alert(1)',
  ])('a meeting link is a plain address: %s is refused', (link) => {
    given(added).when({ kind: 'setLink', link }, context).thenRefused('link.invalid');
  });

  test.each(['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/a/b?authuser=0&pli=1'])(
    '%s is taken',
    (link) => {
      given(added).when({ kind: 'setLink', link }, context).thenAppends({ type: 'MeetingLinkSet', data: { link } });
    },
  );

  test("a meeting link must start with {host}/ : 'Please enter a valid Google Meet link.'", () => {
    const link = 'https://meet.google.com/abc';
    given(added).when({ kind: 'setLink', link }, context).thenAppends({ type: 'MeetingLinkSet', data: { link } });
    given(added, { type: 'MeetingLinkSet', data: { link } }).when({ kind: 'setLink', link }, context).thenAppends();
    for (const wrong of [
      'https://meet.google.com',
      'https://meet.google.com.evil.example/x',
      'http://meet.google.com/x',
    ]) {
      given(added).when({ kind: 'setLink', link: wrong }, context).thenRefused('link.invalid');
      given()
        .when({ kind: 'add', data: { ...data, meetingLink: wrong } }, context)
        .thenRefused('link.invalid');
    }
  });

  test('sits at a branch that the client has', () => {
    given(added)
      .when({ kind: 'setBranch', branchId: 2 }, context)
      .thenAppends({ type: 'DoctorBranchSet', data: { branchId: 2 } });
    given(added).when({ kind: 'setBranch', branchId: 3 }, context).thenRefused('request.invalid');
    given(added).when({ kind: 'setBranch', branchId: 0 }, context).thenAppends();
  });

  test('has one calendar feed, whose new address replaces the one before, until it is revoked', () => {
    const opened = (hash: string) => ({ type: 'CalendarFeedOpened', data: { hash } }) as const;
    const revoked = { type: 'CalendarFeedRevoked', data: {} } as const;
    const open = { kind: 'openCalendarFeed', hash: 'one' } as const;
    const revoke = { kind: 'revokeCalendarFeed' } as const;
    given(added).when(open, context).thenAppends(opened('one'));
    given(added, opened('one')).when(open, context).thenAppends();
    given(added, opened('other')).when(open, context).thenAppends(opened('one'));
    given(added, opened('one'), revoked).when(open, context).thenAppends(opened('one'));
    given(added, opened('one')).when(revoke, context).thenAppends(revoked);
    given(added, opened('one'), revoked).when(revoke, context).thenAppends();
    given(added).when(revoke, context).thenAppends();
    given().when(open, context).thenRefused('doctor.unknown');
  });

  test('what is so already appends nothing', () => {
    given(added).when({ kind: 'setFee', fee: 50_000 }, context).thenAppends();
    given(added)
      .when({ kind: 'setFee', fee: 0 }, context)
      .thenAppends({ type: 'ConsultationFeeSet', data: { fee: 0 } });
    const onRequest: DoctorEvent = { type: 'DoctorOnRequestSet', data: { sentence: 'Call the ward' } };
    given(added).when({ kind: 'setOnRequest', sentence: null }, context).thenAppends();
    given(added).when({ kind: 'setOnRequest', sentence: 'Call the ward' }, context).thenAppends(onRequest);
    given(added, onRequest).when({ kind: 'setOnRequest', sentence: 'Call the ward' }, context).thenAppends();
    given(added, onRequest)
      .when({ kind: 'setOnRequest', sentence: null }, context)
      .thenAppends({ type: 'DoctorOnRequestSet', data: { sentence: null } });
    const room: DoctorEvent = { type: 'RoomSet', data: { room: 'Room 4' } };
    given(added).when({ kind: 'setRoom', room: 'Room 4' }, context).thenAppends(room);
    given(added, room).when({ kind: 'setRoom', room: 'Room 4' }, context).thenAppends();
    const profile = {
      name: data.name,
      qualification: 'MD',
      location: 'Pune',
      experienceYears: 12,
      contactNumber: data.contactNumber,
    };
    given(added)
      .when({ kind: 'revise', ...profile }, context)
      .thenAppends({ type: 'DoctorProfileRevised', data: profile });
    given(added, { type: 'DoctorProfileRevised', data: profile })
      .when({ kind: 'revise', ...profile }, context)
      .thenAppends();
    given(added, { type: 'ProfilePhotoChanged', data: { photoId: 'p1' } })
      .when({ kind: 'changePhoto', photoId: 'p1' }, context)
      .thenAppends();
  });

  test('is verified, and activated for one account', () => {
    const activated: DoctorEvent = { type: 'DoctorAccountActivated', data: { accountId: ulid('A') } };
    given(added).when({ kind: 'verifyEmail' }, context).thenAppends({ type: 'DoctorEmailVerified', data: {} });
    given(added, { type: 'DoctorEmailVerified', data: {} }).when({ kind: 'verifyEmail' }, context).thenAppends();
    given(added, { type: 'DoctorEmailVerified', data: {} })
      .when({ kind: 'activate', accountId: ulid('A') }, context)
      .thenAppends(activated);
    given(added)
      .when({ kind: 'activate', accountId: ulid('A') }, context)
      .thenRefused('token.invalid');
    given(added, activated)
      .when({ kind: 'activate', accountId: ulid('B') }, context)
      .thenRefused('value.taken');
  });

  const email = 'leela@sunrise.example';
  const verified: DoctorEvent = { type: 'DoctorEmailVerified', data: {} };

  test('has another email at once before the sign-up, and verifies it again', () => {
    const changed: DoctorEvent = { type: 'DoctorEmailChanged', data: { email, byLink: false } };
    const change = { kind: 'changeEmail', email: 'LEELA@sunrise.example' } as const;
    given(added).when(change, context).thenAppends(changed);
    given(added, changed).when(change, context).thenAppends();
    given(added).when({ kind: 'changeEmail', email: data.email.toUpperCase() }, context).thenAppends();
    // The links to the former address.
    given(added, changed).when({ kind: 'verifyEmail', email: data.email }, context).thenRefused('token.invalid');
    given(added, changed).when({ kind: 'verifyEmail', email }, context).thenAppends(verified);
    given(added, verified, changed)
      .when({ kind: 'activate', accountId: ulid('A') }, context)
      .thenRefused('token.invalid');
    given(added).when({ kind: 'confirmEmail', email }, context).thenRefused('token.invalid');
  });

  test('who has signed up keeps the email until the requested one is verified', () => {
    const signedUp: DoctorEvent[] = [
      added,
      verified,
      { type: 'DoctorAccountActivated', data: { accountId: ulid('A') } },
    ];
    const requested = (address: string): DoctorEvent => ({
      type: 'DoctorEmailChangeRequested',
      data: { email: address },
    });
    const changed: DoctorEvent = { type: 'DoctorEmailChanged', data: { email, byLink: true } };
    const change = (address: string) => ({ kind: 'changeEmail', email: address }) as const;
    const confirm = { kind: 'confirmEmail', email } as const;
    given(...signedUp)
      .when(change(email), context)
      .thenAppends(requested(email));
    given(...signedUp)
      .when(change(data.email), context)
      .thenAppends();
    given(...signedUp, requested(email))
      .when(change(email), context)
      .thenAppends();
    given(...signedUp)
      .when(confirm, context)
      .thenRefused('token.invalid');
    given(...signedUp, requested(email))
      .when(confirm, context)
      .thenAppends(changed, verified);
    given(...signedUp, requested(email), changed, verified)
      .when(confirm, context)
      .thenAppends();
    // Another one, or the present one, withdraws the request.
    const another = 'leela.rao@sunrise.example';
    given(...signedUp, requested(email), requested(another))
      .when(confirm, context)
      .thenRefused('token.invalid');
    given(...signedUp, requested(email))
      .when(change(data.email), context)
      .thenAppends(requested(data.email));
    given(...signedUp, requested(email), requested(data.email))
      .when(confirm, context)
      .thenRefused('token.invalid');
  });

  test('a unit can be renamed, and a doctor can not', () => {
    const unit = {
      ...data,
      kind: 'unit',
      name: 'Physiotherapy Unit',
      email: null,
      contactNumber: '919876512345',
    } as const;
    const there: DoctorEvent = { type: 'DoctorAdded', data: unit };
    const rename = (name: string) => ({ kind: 'renameUnit', name }) as const;
    const profile = { qualification: null, location: null, experienceYears: null, contactNumber: '919876512345' };
    given(there)
      .when(rename('Rehab'), context)
      .thenAppends({ type: 'DoctorProfileRevised', data: { ...profile, name: 'Rehab' } });
    given(there).when(rename('Physiotherapy Unit'), context).thenAppends();
    given({ type: 'DoctorAdded', data }).when(rename('Rehab'), context).thenRefused('access.role');
  });

  test('that is a unit has no e-mail and no account; a doctor has an e-mail and a number', () => {
    const unit = { ...data, kind: 'unit', name: 'Physiotherapy Unit', email: null, contactNumber: null } as const;
    const there: DoctorEvent = { type: 'DoctorAdded', data: unit };
    given().when({ kind: 'add', data: unit }, context).thenAppends(there);
    given()
      .when({ kind: 'add', data: { ...unit, email: data.email } }, context)
      .thenRefused('request.invalid');
    for (const missing of [{ email: null }, { contactNumber: null }]) {
      given()
        .when({ kind: 'add', data: { ...data, ...missing } }, context)
        .thenRefused('request.invalid');
    }
    const fee = { kind: 'setFee', fee: 0 } as const;
    given(there)
      .when(fee, context)
      .thenAppends({ type: 'ConsultationFeeSet', data: { fee: 0 } });
    const link = { kind: 'setLink', link: 'https://meet.google.com/abc' } as const;
    given(there)
      .when(link, context)
      .thenAppends({ type: 'MeetingLinkSet', data: { link: link.link } });
    given(there).when({ kind: 'verifyEmail' }, context).thenRefused('unit.without-account');
    given(there).when({ kind: 'changeEmail', email: 'u@x.example' }, context).thenRefused('unit.without-account');
    given(there)
      .when({ kind: 'activate', accountId: ulid('A') }, context)
      .thenRefused('unit.without-account');
  });

  test('who leaves can’t be booked from a date on, which can be changed and withdrawn', () => {
    const left: DoctorEvent = { type: 'DoctorLeft', data: { from: '2026-12-01' } };
    const returned: DoctorEvent = { type: 'DoctorReturned', data: {} };
    given(added).when({ kind: 'setLeft', from: null }, context).thenAppends();
    given(added).when({ kind: 'setLeft', from: '2026-12-01' }, context).thenAppends(left);
    given(added, left).when({ kind: 'setLeft', from: '2026-12-01' }, context).thenAppends();
    given(added, left)
      .when({ kind: 'setLeft', from: '2026-12-05' }, context)
      .thenAppends({ type: 'DoctorLeft', data: { from: '2026-12-05' } });
    given(added, left).when({ kind: 'setLeft', from: null }, context).thenAppends(returned);
    given(added, left, returned).when({ kind: 'setLeft', from: null }, context).thenAppends();
  });

  test('whose details, department or branch are wrong is corrected by the desk; nothing where all are as they were', () => {
    const { name, contactNumber, departmentId, specialization } = data;
    const same = { kind: 'correct', name, contactNumber, departmentId, specialization } as const;
    given(added).when(same, context).thenAppends();
    given(added)
      .when({ ...same, name: 'Dr. Leela Iyer' }, context)
      .thenAppends({ type: 'DoctorDetailsCorrected', data: { name: 'Dr. Leela Iyer', contactNumber } });
    const moved = { departmentId: ulid('N'), specialization: 'Neurology' };
    given(added)
      .when({ ...same, ...moved }, context)
      .thenAppends({ type: 'DoctorDepartmentChanged', data: { departmentIdBefore: departmentId, ...moved } });
    given(added)
      .when({ ...same, contactNumber: null }, context)
      .thenRefused('request.invalid');
    const atBranch = { type: 'DoctorBranchSet', data: { branchId: 2 } } as const;
    given(added)
      .when({ ...same, branchId: 2 }, context)
      .thenAppends(atBranch);
    given(added)
      .when({ ...same, ...moved, branchId: 3 }, context)
      .thenRefused('request.invalid');
    const withId = { type: 'DoctorExternalIdSet', data: { externalId: 'SUN-114' } } as const;
    given(added)
      .when({ ...same, ...withId.data }, context)
      .thenAppends(withId);
    given(added, withId).when(same, context).thenAppends();
    given(added, withId)
      .when({ ...same, externalId: null }, context)
      .thenAppends({ type: 'DoctorExternalIdSet', data: { externalId: null } });
    // The branch has closed since, and stays the doctor's.
    given(added, atBranch)
      .when({ ...same, branchId: 2 }, { ...context, branchIds: [1] })
      .thenAppends();
  });

  test('nobody can be changed who isn’t there', () => {
    given().when({ kind: 'verifyEmail' }, context).thenRefused('doctor.unknown');
  });
});
