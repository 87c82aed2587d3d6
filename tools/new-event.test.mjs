import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './build.mjs';

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'dayline-new-event-')));
afterAll(() => rmSync(copy, { recursive: true }));

/** A copy of contracts with one more event in each list, such as `ImaginedDoctorDay` in `doctorDayEvents`. */
function imagineEvents() {
  for (const path of ['src', 'package.json']) {
    cpSync(join(root, 'contracts', path), join(copy, 'contracts', path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const events = join(copy, 'contracts/src/events');
  const named = 'appointmentId: z.string(), patientId: z.string()';
  const data = {
    DoctorDay: named,
    Hold: 'appointmentId: z.string(), time: z.string()',
    Presence: named,
    Status: '...statusChange',
  };
  for (const name of readdirSync(events, { recursive: true }).filter((file) => file.endsWith('.ts'))) {
    const source = readFileSync(join(events, name), 'utf8');
    const withMore = source.replaceAll(/const (\w)(\w+)Events = \[/g, (list, initial, rest) => {
      const type = initial.toUpperCase() + rest;
      return `${list} defineEvent('Imagined${type}', 1, z.object({ ${data[type] ?? ''} }), { action: 'other' }),`;
    });
    writeFileSync(join(events, name), withMore);
  }
}

/** The compiler's errors for the services on that copy. */
function typeErrors() {
  const services = ['command-service', 'projector', 'query-service'].map((name) => join(root, name));
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...{ noEmit: true, composite: false, declaration: false, sourceMap: false, noErrorTruncation: true },
      types: ['node', 'jest'],
      paths: { '@dayline/contracts/*': ['./contracts/src/*.ts'] },
    },
    include: ['contracts', ...services].map((folder) => `${folder}/src`),
    exclude: ['contracts', ...services].map((folder) => `${folder}/**/*.test.ts`),
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options));
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '--checkers', '1'];
  const { stdout } = spawnSync(process.execPath, compiler, { cwd: copy, encoding: 'utf8' });
  return stdout.replaceAll(`${relative(copy, root)}/`, '').split(/\n(?=\S)/);
}

/** The events named in an error: those that a table lacks, or that reach the default of a switch. */
function askedFor(text) {
  const lacking = /Property '(\w+)' is missing|': ((?:\w+, )*(?:\w+|and \d+ more)\.?)$|type '(.*)' is not .* 'never'/m;
  const [, ...asked] = lacking.exec(text) ?? [];
  const names = (asked.join().match(/(?<=Imagined)\w+|and \d+ more/g) ?? [text]).sort();
  return names.join(' ').replace(/.* and \d+ more/, 'every event');
}

test('a new event compiles only once each of these places knows it', () => {
  imagineEvents();
  // Sorted, since the compiler's order of files depends on their paths.
  const places = typeErrors().map((text) => `${text.slice(0, text.indexOf('('))}: ${askedFor(text)}`);
  expect(places.sort()).toEqual([
    'command-service/src/account/account.ts: Account',
    'command-service/src/client-calendar/client-calendar.ts: ClientCalendar',
    'command-service/src/client-day/client-day.ts: ClientDay',
    'command-service/src/department/department.ts: Department',
    'command-service/src/doctor-day/fold.ts: DoctorDay Hold Move',
    'command-service/src/doctor-day/undo.ts: Status',
    'command-service/src/doctor-schedule/doctor-schedule.ts: DoctorSchedule',
    'command-service/src/doctor/doctor.ts: Doctor',
    'command-service/src/import/aggregate/import.ts: Import',
    'command-service/src/leave/leave.ts: Leave',
    'command-service/src/patient/patient.ts: Patient',
    'command-service/src/people/people.ts: People',
    'command-service/src/retention/sign-in-month.ts: SignInMonth',
    'contracts/src/client-settings.ts: Client',
    'contracts/src/day-book.ts: DoctorDay Hold Move',
    'contracts/src/displays/display.ts: Display',
    'contracts/src/partner/api-key.ts: ApiKey',
    'contracts/src/partner/webhook.ts: Webhook',
    'contracts/src/views/chat-fold.ts: Chat',
    'contracts/src/views/message-fold.ts: Message',
    'contracts/src/views/waiting-fold.ts: Waiting',
    'projector/src/projections/activity/desk-changes.ts: Doctor DoctorSchedule',
    'projector/src/projections/activity/refusals.ts: Account',
    'projector/src/projections/activity/sign-in-months.ts: SignInMonth',
    'projector/src/projections/desk/appointments.ts: DoctorDay Move Patient',
    'projector/src/projections/desk/calendars.ts: ClientCalendar',
    'projector/src/projections/desk/calendars.ts: Leave',
    'projector/src/projections/desk/clients.ts: People',
    'projector/src/projections/desk/counts.ts: Department Doctor DoctorDay Patient',
    'projector/src/projections/desk/departments.ts: Department',
    'projector/src/projections/desk/displays.ts: ApiKey',
    'projector/src/projections/desk/displays.ts: Chat',
    'projector/src/projections/desk/displays.ts: Display',
    'projector/src/projections/desk/doctor-days.ts: DoctorDay Hold',
    'projector/src/projections/desk/doctors.ts: Doctor DoctorSchedule',
    'projector/src/projections/desk/imports.ts: Import',
    'projector/src/projections/desk/moved-appointments.ts: DoctorDay',
    'projector/src/projections/desk/patients.ts: Patient',
    'projector/src/projections/desk/takings.ts: ClientDay',
    'projector/src/projections/desk/takings.ts: DoctorDay',
    'projector/src/projections/desk/visitors.ts: DoctorDay',
    'projector/src/projections/duplicates.ts: Patient',
    'projector/src/projections/messages.ts: Message',
    'projector/src/projections/waiting.ts: Waiting',
    'query-service/src/activity/sentences-of-hours.ts: ClientCalendar DoctorSchedule',
    'query-service/src/activity/sentences-of-settings.ts: Client',
    'query-service/src/activity/sentences-of-settings.ts: Doctor',
    'query-service/src/activity/sentences-of-settings.ts: Patient',
    'query-service/src/activity/sentences-of-visits.ts: DoctorDay Hold Move Presence Status',
    'query-service/src/activity/sentences.ts: Account ApiKey Chat ClientDay Department Display Import Leave LogHead Message People SignInMonth Waiting Webhook',
    'query-service/src/history/message-entries.ts: Message',
    'query-service/src/history/story.ts: DoctorDay Hold Presence Status',
  ]);
});
