/**
 * A partner of Dayline in one file, without a library: looks a patient up by phone, holds the first free time and books it,
 * moves the appointment to the next one, and cancels it.
 *
 *     DAYLINE_API_KEY=dl_… node --import tsx examples/partner-client.ts https://dayline.example +919876543210
 *
 * POC_ID limits it to one doctor. Every request is sent twice here, to show that a repeated one has one effect: a
 * command that wasn't answered is sent again with the same Idempotency-Key.
 */

interface Slot {
  readonly slotId: string;
  readonly pocName: string;
  readonly date: string;
  readonly time: string;
}
interface Commanded {
  readonly appointmentId: string;
  readonly position: string | null;
}

const [, , server = 'http://localhost:3000', phone = ''] = process.argv;
const { DAYLINE_API_KEY: apiKey = '', POC_ID: pocId } = process.env;

async function send(method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(new URL(path, server), {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = await answer.json();
    if (answer.ok) return reply;
    const wait = Number(answer.headers.get('retry-after'));
    // 429 and 503 name the seconds to wait.
    if (!(wait > 0) || attempt === 5) throw new Error(`${path}: ${reply.code}: ${reply.message}`);
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The position of the last command: a query that sends it sees what the command did. */
let position: string | null = null;

async function query<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  const headers = position === null ? {} : { 'X-Read-After': position };
  await send(method, path, body, headers);
  return send(method, path, body, headers);
}

/** One key for each intent, kept until it is answered. */
async function command(path: string, body: object): Promise<Commanded> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  await send('POST', path, body, headers);
  const reply = await send('POST', path, body, headers);
  position = reply.position ?? position;
  return reply;
}

const { patients } = await query<{ patients: { patientId: string; firstName: string }[] }>(
  'POST',
  '/api/v1/patients/lookup',
  { phone },
);
const [patient] = patients;
if (!patient) throw new Error(`Nobody has the phone ${phone}.`);

const doctor = pocId === undefined ? '' : `?pocId=${pocId}`;
const { slots } = await query<{ slots: Slot[] }>('GET', `/api/v1/slots${doctor}`);
const [first, second] = slots;
if (!first || !second) throw new Error('There are no two free times this week.');
const words = ({ pocName, date, time }: Slot): string => `${date}, ${time}, ${pocName}`;

// Nobody else gets the place while the patient decides.
const { appointmentId: holdId } = await command('/api/v1/holds', { slotId: first.slotId, phone });
const { patientId } = patient;
const booking = await command('/api/v1/appointments/book', { patientId, slotId: first.slotId, holdId });
say(`${patient.firstName}: booked ${words(first)}`);
const { appointmentId } = booking;
const move = await command('/api/v1/appointments/move', { appointmentId, slotId: second.slotId });
say(`moved to ${words(second)}`);
await command('/api/v1/appointments/cancel', { appointmentId: move.appointmentId });
say('cancelled');

export {};
