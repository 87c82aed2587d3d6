import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { maxLateAfter, type QueueOrder, queueOrders } from '@dayline/contracts/clinic/queue';
import { isRefusal } from '@dayline/contracts/errors';
import { maxOverbooked } from '@dayline/contracts/events/organisation';
import { fold } from '@dayline/contracts/fold';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CliFailure, granted } from './terminal/failure.ts';
import { feesFile, feesIn, printFees, printFeesChange } from './terminal/fees-file.ts';
import { byOption } from './terminal/operator.ts';
import { nameOf, say } from './terminal/output.ts';
import { clientNamed, type ViewReader } from './view-reader.ts';
import { atWork } from './workplace.ts';

const emailRules = ['needed', 'optional'] as const;
const nameRules = ['shown', 'hidden'] as const;

/** Reads a whole number from 0. @throws InvalidArgumentError */
const numberUpTo =
  (most: number) =>
  (typed: string): number => {
    const number = Number(typed);
    if (/^\d+$/.test(typed) && number <= most) return number;
    throw new InvalidArgumentError(`Use a number from 0 to ${most}.`);
  };

interface AddOptions {
  readonly zone: string;
  readonly linkHost?: string;
  readonly sameName?: true;
  readonly emailForBookings: (typeof emailRules)[number];
}

interface ChangeOptions {
  readonly name?: string;
  readonly zone?: string;
  readonly linkHost?: string;
  readonly emailForBookings?: (typeof emailRules)[number];
  readonly queueOrder?: QueueOrder;
  readonly lateAfter?: number;
  readonly overbook?: number;
  readonly calendarNames?: (typeof nameRules)[number];
}

export function clientCommands(program: Command): void {
  const client = program.command('client').description('hospitals and clinics');
  client
    .command('add')
    .description('add a client; prints its id')
    .argument('<name>', 'its name as shown on the sign-in page')
    .option('--zone <zone>', 'its IANA time zone', defaultZone)
    .option('--link-host <address>', 'the required start of meeting links (default: "https://meet.google.com")')
    .option('--same-name', 'allow a name that another client already has')
    .addOption(
      new Option('--email-for-bookings <rule>', "whether a booking needs the patient's email")
        .choices(emailRules)
        .default('optional'),
    )
    .action((name: string, options: AddOptions) =>
      atWork(async ({ commands, by, desk }) => {
        if (!options.sameName) await refuseTakenName(await desk(), name);
        const host = options.linkHost === undefined ? {} : { meetingLinkHost: options.linkHost };
        const { clientId } = granted(
          await commands.onboardClient(
            {
              ...{ name: nameOf('A client', name), zone: options.zone, ...host },
              bookingNeedsEmail: options.emailForBookings === 'needed',
            },
            by(''),
          ),
        );
        say(clientId);
      }),
    );
  client
    .command('change')
    .description("change a client's settings")
    .argument('<client>', "the client's name or id")
    .option('--name <name>', 'its name')
    .option('--zone <zone>', 'its IANA time zone')
    .option('--link-host <address>', 'the required start of meeting links')
    .addOption(
      new Option('--email-for-bookings <rule>', "whether a booking needs the patient's email").choices(emailRules),
    )
    .addOption(
      new Option('--queue-order <order>', 'the order in which waiting patients are called').choices(queueOrders),
    )
    .option(
      '--late-after <minutes>',
      `after how many minutes a patient is late: 0 to ${maxLateAfter}`,
      numberUpTo(maxLateAfter),
    )
    .option(
      '--overbook <number>',
      `how many appointments a time may be overbooked by: 0 to ${maxOverbooked}`,
      numberUpTo(maxOverbooked),
    )
    .addOption(
      new Option('--calendar-names <rule>', "whether calendar feeds have the patients' names").choices(nameRules),
    )
    .action((clientName: string, options: ChangeOptions) =>
      atWork(async ({ commands, by, desk }) => {
        const { name, zone, linkHost, emailForBookings, queueOrder, lateAfter, overbook, calendarNames } = options;
        const reader = await desk();
        const { key } = await clientNamed(reader, clientName);
        if (name !== undefined) await refuseTakenName(reader, name, key);
        const values = {
          ...(name !== undefined && { name: nameOf('A client', name) }),
          ...(zone !== undefined && { zone }),
          ...(linkHost !== undefined && { meetingLinkHost: linkHost }),
          ...(emailForBookings !== undefined && { bookingNeedsEmail: emailForBookings === 'needed' }),
          ...(queueOrder !== undefined && { queueOrder }),
          ...(lateAfter !== undefined && { lateAfterMinutes: lateAfter }),
          ...(overbook !== undefined && { overbookPerSlot: overbook }),
          ...(calendarNames !== undefined && { calendarHasNames: calendarNames === 'shown' }),
        };
        const { position } = granted(await commands.changeClient(values, by(key)));
        say(position === null ? 'Nothing changed.' : 'Client changed.');
      }),
    );
  client
    .command('fees')
    .description("print the fee rules of doctors without their own, or set them from a file; 'none' removes them")
    .argument('<client>', "the client's name or id")
    .argument('[file]', feesFile)
    .action((clientName: string, file?: string) =>
      atWork(async ({ commands, by, desk }) => {
        const row = await clientNamed(await desk(), clientName);
        if (file === undefined) return printFees(row);
        return printFeesChange(await commands.setClientFees(feesIn(file), by(row.key)));
      }),
    );
  allowPasswords(client);
  client
    .command('list')
    .description('list the clients')
    .action(() =>
      atWork(async ({ desk }) => {
        for (const { key, name, zone } of await (await desk()).rows('clients')) say(`${key}  ${name}  (${zone})`);
      }),
    );
}

function allowPasswords(client: Command): void {
  client
    .command('allow-passwords')
    .description('in an emergency, such as a lost sign-in provider: single sign-on is no longer required of anybody')
    .argument('<client>', "the client's name or id")
    .addOption(byOption())
    .action((clientName: string, { by: operator }: { by: string }) =>
      atWork(async ({ commands, by, desk }) => {
        const { key, name } = await clientNamed(await desk(), clientName);
        const { position } = granted(await commands.setSingleSignOnPolicy(null, by(key, operator)));
        say(
          position === null ? 'Single sign-on was not required.' : `Everyone of ${name} can sign in by password again.`,
        );
      }),
    );
}

/** If clients shared a name, the command line would need the id each time. @throws CliFailure */
async function refuseTakenName(desk: ViewReader, name: string, own?: string): Promise<void> {
  const clients = await desk.rows('clients');
  const holder = clients.find((client) => client.key !== own && fold(client.name) === fold(name));
  if (holder) throw new CliFailure(`A client named ${holder.name} already exists: ${holder.key}.`);
}

export function departmentCommands(program: Command): void {
  const department = program.command('department').description("a client's departments");
  department
    .command('add')
    .description('add a department; prints its id')
    .argument('<name>', 'its name')
    .requiredOption('--client <client>', "the client's name or id")
    .action((name: string, options: { client: string }) =>
      atWork(async ({ commands, by, desk }) => {
        const reader = await desk();
        const { key: clientId, name: clientName } = await clientNamed(reader, options.client);
        const departmentName = nameOf('A department', name);
        const opened = await commands.openDepartment({ name: departmentName }, by(clientId));
        if (isRefusal(opened) && opened.refused === 'department.name-taken') {
          throw new CliFailure(`${clientName} already has a department ${departmentName}.`);
        }
        say(granted(opened).departmentId);
      }),
    );
}

export function branchCommands(program: Command): void {
  const branch = program.command('branch').description("a client's branches");
  branch
    .command('add')
    .description('add a branch; prints its number')
    .argument('[name]', 'its name; without one, pages show its number')
    .requiredOption('--client <client>', "the client's name or id")
    .action((name: string | undefined, options: { client: string }) =>
      atWork(async ({ commands, by, desk }) => {
        const { key } = await clientNamed(await desk(), options.client);
        const branchName = name?.trim() ? nameOf('A branch', name) : null;
        say(String(granted(await commands.addBranch({ name: branchName }, by(key))).branchId));
      }),
    );
}

export function doctorCommands(program: Command): void {
  const doctor = program.command('doctor').description('doctors');
  doctor
    .command('list')
    .description('list the doctors: id, name, specialization, branch, contact')
    .option('--client <client>', 'only of this client (name or id)')
    .action((options: { client?: string }) =>
      atWork(async ({ desk }) => {
        const reader = await desk();
        const where = options.client === undefined ? {} : { clientId: (await clientNamed(reader, options.client)).key };
        for (const row of await reader.rows('doctors', where)) {
          const branch = row.branchId > 0 ? `branch ${row.branchId}` : 'no branch';
          say(
            [row.key, row.name, row.specialization, branch, row.email ?? '', row.contactNumber ?? '']
              .join('  ')
              .trimEnd(),
          );
        }
      }),
    );
  doctor
    .command('branch')
    .description('set the branch of a doctor for later bookings')
    .argument('<doctor>', "the doctor's id, e-mail or name")
    .argument('<branch>', "the branch's number; 0 is none")
    .action((doctorName: string, branch: string) =>
      atWork(async ({ commands, by, desk }) => {
        if (!/^\d{1,6}$/.test(branch)) throw new CliFailure(`A branch is a number, not ${branch}.`);
        const { key: pocId, clientId, name } = await doctorNamed(await desk(), doctorName);
        granted(await commands.setDoctorBranch({ pocId, branchId: Number(branch) }, by(clientId)));
        say(branch === '0' ? `${name} has no branch.` : `${name} is at branch ${branch}.`);
      }),
    );
  doctor
    .command('fees')
    .description("print a doctor's fee rules, or set them from a file; 'none' uses the client's rules")
    .argument('<doctor>', "the doctor's id, e-mail or name")
    .argument('[file]', feesFile)
    .action((doctorName: string, file?: string) =>
      atWork(async ({ commands, by, desk }) => {
        const row = await doctorNamed(await desk(), doctorName);
        if (file === undefined) return printFees(row);
        return printFeesChange(await commands.setFeeRules({ pocId: row.key, ...feesIn(file) }, by(row.clientId)));
      }),
    );
}

async function doctorNamed(desk: ViewReader, idNameOrEmail: string): Promise<DoctorRow> {
  const doctors = await desk.rows('doctors');
  const lowerCase = idNameOrEmail.trim().toLowerCase();
  const found = doctors.filter(
    ({ key, email, name }) =>
      key === idNameOrEmail || email?.toLowerCase() === lowerCase || fold(name) === fold(idNameOrEmail),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  if (found.length > 1)
    throw new CliFailure(
      `There are ${found.length} doctors named ${idNameOrEmail}: give the id (${found.map(({ key }) => key).join(', ')}).`,
    );
  throw new CliFailure(`There is no doctor ${idNameOrEmail}. See: doctor list`);
}
