import { z } from 'zod';

const text = z.string().optional();
const concept = z.object({ coding: z.array(z.object({ code: text, display: text })).optional(), text }).optional();
const humanName = z.object({ use: text, text, family: text, given: z.array(z.string()).optional() });
const contact = z.object({ system: text, value: text, use: text });
const address = z.object({ text, line: z.array(z.string()).optional(), city: text, state: text, postalCode: text });
const reference = z.object({ reference: text, display: text }).optional();

const resourceSchema = z.object({
  resourceType: z.string(),
  id: text,
  identifier: z.array(z.object({ value: text, type: concept })).optional(),
  name: z.union([z.array(humanName), z.string()]).optional(),
  gender: text,
  birthDate: text,
  telecom: z.array(contact).optional(),
  address: z.union([z.array(address), address]).optional(),
  status: text,
  start: text,
  participant: z.array(z.object({ actor: reference })).optional(),
});
type Resource = z.infer<typeof resourceSchema>;

const patientHeaders = ['Patient ID', 'Patient Name', 'Gender', 'Birth Date', 'Phone', 'Email', 'Address'];
const visitHeaders = ['Appointment ID', 'Doctor', 'Appointment Date', 'Appointment Time', 'Status'];

/** The patients and the appointments of a FHIR bundle, a list of resources, or a line for each; null: none. */
export function fhirRows(file: string): { readonly rows: string[][]; readonly isMixed: boolean } | null {
  const resources = resourcesIn(file);
  if (!resources) return null;
  const byReference = new Map(resources.map(({ key, resource }) => [key, resource]));
  for (const { resource } of resources) byReference.set(`${resource.resourceType}/${resource.id ?? ''}`, resource);
  const ofType = (type: string) =>
    resources.flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []));
  const [patients, visits] = [ofType('Patient'), ofType('Appointment')];
  if (patients.length + visits.length === 0) return null;
  const actorOf = (visit: Resource, type: string) => {
    const actors = (visit.participant ?? []).flatMap(({ actor }) => actor ?? []);
    const match = actors.find(({ reference: to = '' }) => (byReference.get(to)?.resourceType ?? to).startsWith(type));
    return { resource: byReference.get(match?.reference ?? ''), display: match?.display ?? '' };
  };
  const visitRows = visits.map((visit) => {
    const [patient, doctor] = [actorOf(visit, 'Patient'), actorOf(visit, 'Practitioner')];
    const person = patient.resource ? cellsOfPatient(patient.resource) : ['', patient.display, '', '', '', '', ''];
    const doctorName = doctor.resource ? nameIn(doctor.resource) : doctor.display;
    return [...person, numberIn(visit), doctorName, visit.start ?? '', visit.start ?? '', visit.status ?? ''];
  });
  if (visits.length === 0) return { rows: [patientHeaders, ...patients.map(cellsOfPatient)], isMixed: false };
  const noVisit = visitHeaders.map(() => '');
  // Patients of an appointment stand in its row.
  const visitors = new Set(visits.map((visit) => actorOf(visit, 'Patient').resource));
  const others = patients.filter((patient) => !visitors.has(patient));
  const patientRows = others.map((patient) => [...cellsOfPatient(patient), ...noVisit]);
  const rows = [[...patientHeaders, ...visitHeaders], ...patientRows, ...visitRows];
  return { rows, isMixed: patients.length > 0 };
}

interface Entry {
  readonly key: string;
  readonly resource: Resource;
}

function resourcesIn(file: string): Entry[] | null {
  const parsed = jsonOr(file) ?? linesOfJson(file);
  if (parsed === null) return null;
  // Cast is safe: it is checked by its schema below.
  const bundle = parsed as { entry?: readonly { fullUrl?: string; resource?: unknown }[] };
  const entries = Array.isArray(parsed)
    ? parsed.map((resource: unknown) => ({ fullUrl: '', resource }))
    : Array.isArray(bundle.entry)
      ? bundle.entry
      : [{ fullUrl: '', resource: parsed }];
  return entries.flatMap((entry) => {
    const resource = resourceSchema.safeParse(entry?.resource).data;
    return resource ? [{ key: String(entry.fullUrl ?? ''), resource }] : [];
  });
}

function jsonOr(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch {
    return null;
  }
}
/** A resource in each line, as bulk exports have it. */
function linesOfJson(file: string): unknown[] | null {
  const resources = file
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(jsonOr);
  return resources.includes(null) ? null : resources;
}

const numberIn = ({ identifier = [], id = '' }: Resource): string => {
  const isOfHospital = (type: z.infer<typeof concept>) => type?.coding?.some(({ code }) => code === 'MR') ?? false;
  const match =
    identifier.find(({ type, value }) => value && isOfHospital(type)) ?? identifier.find(({ value }) => value);
  return match?.value ?? id;
};

function nameIn({ name }: Resource): string {
  if (typeof name === 'string') return name;
  const [first] = name ?? [];
  const found = name?.find(({ use }) => use === 'official') ?? first;
  return found?.text ?? [...(found?.given ?? []), found?.family ?? ''].filter((part) => part !== '').join(' ');
}

/** A last name alone is shared by a family. */
const hasLastNameOnly = ({ name }: Resource): boolean =>
  typeof name !== 'string' && (name ?? []).every(({ text, given = [] }) => !text && given.length === 0);

function cellsOfPatient(patient: Resource): string[] {
  const { gender, birthDate, telecom = [] } = patient;
  const [home] = [patient.address ?? []].flat();
  const place =
    home?.text ?? [...(home?.line ?? []), home?.city, home?.state, home?.postalCode].filter(Boolean).join(', ');
  const contactOf = (system: string) => telecom.find((found) => found.system === system)?.value ?? '';
  return [
    ...[
      numberIn(patient),
      hasLastNameOnly(patient) ? '' : nameIn(patient),
      gender === 'unknown' ? '' : (gender ?? ''),
      birthDate ?? '',
    ],
    ...[contactOf('phone'), contactOf('email'), place],
  ];
}
