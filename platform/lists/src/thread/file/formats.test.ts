import { strToU8, zipSync } from 'fflate';
import { type ListPreview, listPreview, rowText } from '../../testing/list-preview.ts';

const doctors = [
  {
    key: 'P1',
    name: 'Dr. Asha Rao',
    email: 'asha@x.example',
    externalId: null,
    departmentId: 'D1',
    branchId: 0,
    schedule: null,
  },
] as const;
const read = (file: string | Uint8Array, kind?: ListPreview['kind']) =>
  listPreview(file, { doctors, ...(kind && { kind }) });

/** A workbook of one sheet; a number in a cell with style 1 is a date. */
function workbook(rows: string): Uint8Array {
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  const ns = 'http://schemas.openxmlformats.org';
  return zipSync({
    '[Content_Types].xml': xml(`<Types xmlns="${ns}/package/2006/content-types"/>`),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${ns}/officeDocument/2006/relationships"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${ns}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${ns}/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${ns}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  });
}
const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const list = workbook(
  `<row r="1">${text('A1', 'City Hospital')}</row><row r="2">${text('A2', 'Name')}${text('B2', 'DOB')}${text('C2', 'Mobile')}</row>` +
    `<row r="3">${text('A3', 'Asha, Rao')}<c r="B3" s="1"><v>29223</v></c><c r="C3"><v>9812345678</v></c></row>`,
);
/** The same ZIP file, whose directory says that each entry unpacks to this size. */
function saying(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf('PK\x01\x02'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 4))
    copy.writeUInt32LE(size, at + 24);
  return copy;
}

test('a workbook is read: texts, numbers and dates, below a title', async () => {
  const { kind, rows } = (await read(list)) as ListPreview;
  expect([kind, ...rows.map(rowText)]).toEqual([
    'patients',
    'new name=Asha, Rao; bornOn=1980-01-03; phone=919812345678',
  ]);
});

test.each([
  ['a workbook that unpacks to gigabytes', saying(list, 1_000_000_000), 'import.too-heavy'],
  ['one that says less than it has', saying(list, 10), 'import.not-text'],
  ['another file in a ZIP', zipSync({ 'a.txt': strToU8('x') }), 'import.not-text'],
  ['a damaged one', list.slice(0, 200), 'import.not-text'],
])('%s is refused', async (_, file, code) => {
  expect(await read(file)).toBe(code);
});

const calendar = (...events: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((event) => `BEGIN:VEVENT\r\n${event}\r\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

test('a calendar of whole days is a list of hospital days; its ends are the days after', async () => {
  const { kind, isKindClear, rows } = (await read(
    calendar(
      'UID:1\r\nSUMMARY:Holi\r\nDTSTART;VALUE=DATE:20270322\r\nDTEND;VALUE=DATE:20270324',
      'UID:2\r\nSUMMARY:Republic Day\r\nDTSTART;VALUE=DATE:20270126',
    ),
  )) as ListPreview;
  expect([kind, isKindClear]).toEqual(['hospitalDays', true]);
  const datesOf = ({ command }: ListPreview['rows'][number]) =>
    (command as { days: { on: { date: string } }[] }).days.map(({ on }) => on.date);
  expect(rows.map(datesOf)).toEqual([['2027-03-22', '2027-03-23'], ['2027-01-26']]);
});

test('whole days from midnight to midnight close no further day', async () => {
  const { kind, rows } = (await read(
    calendar(
      'UID:1\r\nSUMMARY:Holi\r\nDTSTART:20270322T000000\r\nDTEND:20270324T000000',
      'UID:2\r\nSUMMARY:Republic Day\r\nDTSTART;VALUE=DATE:20270126\r\nDTEND;VALUE=DATE:20270127',
    ),
  )) as ListPreview;
  expect(kind).toBe('hospitalDays');
  expect(rows.map(({ command }) => (command as { days: { on: unknown }[] }).days.map(({ on }) => on))).toEqual([
    [{ date: '2027-03-22' }, { date: '2027-03-23' }],
    [{ date: '2027-01-26' }],
  ]);
});

test('other events are hours of the doctor in their title, each time they repeat', async () => {
  const { kind, rows } = (await read(
    calendar(
      'UID:1\r\nSUMMARY:Dr. Asha Rao OPD\r\nDTSTART:20261201T033000Z\r\nDTEND:20261201T063000Z\r\nRRULE:FREQ=WEEKLY;COUNT=2',
    ),
  )) as ListPreview;
  expect(kind).toBe('hours');
  expect(rows.map(({ command }) => command)).toMatchObject([
    { kind: 'date', date: '2026-12-01', intervals: [{ startTime: '09:00', endTime: '12:00' }] },
    { kind: 'date', date: '2026-12-08' },
  ]);
});

test('a cancelled event is none, and a changed occurrence stands in place of its own', async () => {
  const times = (start: string) => `DTSTART:${start}T033000Z\r\nDTEND:${start}T063000Z`;
  const { rows } = (await read(
    calendar(
      `UID:1\r\nSUMMARY:Dr. Asha Rao OPD\r\n${times('20261201')}\r\nRRULE:FREQ=WEEKLY;COUNT=3`,
      `UID:1\r\nSUMMARY:Dr. Asha Rao OPD\r\nRECURRENCE-ID:20261208T033000Z\r\n${times('20261209')}`,
      `UID:1\r\nSUMMARY:Dr. Asha Rao OPD\r\nSTATUS:CANCELLED\r\nRECURRENCE-ID:20261215T033000Z\r\n${times('20261215')}`,
      `UID:2\r\nSUMMARY:Dr. Asha Rao OPD\r\nSTATUS:CANCELLED\r\n${times('20261220')}`,
    ),
  )) as ListPreview;
  expect(rows.map(({ command }) => (command as { date?: string }).date)).toEqual(['2026-12-01', '2026-12-09']);
  const holidays = calendar(
    'UID:1\r\nSUMMARY:Holi\r\nDTSTART;VALUE=DATE:20270322',
    'UID:2\r\nSUMMARY:Fair\r\nSTATUS:CANCELLED\r\nDTSTART;VALUE=DATE:20270324',
  );
  expect(((await read(holidays)) as ListPreview).rows).toHaveLength(1);
});

test('a changed occurrence whose recurring event is not in the calendar is an event of its own', async () => {
  const { rows } = (await read(
    calendar(
      'UID:1\r\nSUMMARY:Dr. Asha Rao OPD\r\nRECURRENCE-ID:20261208T033000Z\r\nDTSTART:20261209T033000Z\r\nDTEND:20261209T063000Z',
      'UID:2\r\nSUMMARY:Dr. Asha Rao OPD\r\nDTSTART:20261210T033000Z\r\nDTEND:20261210T063000Z',
    ),
  )) as ListPreview;
  expect(rows.map(({ command }) => (command as { date?: string }).date)).toEqual(['2026-12-09', '2026-12-10']);
});

test('a FHIR patient with a last name only is not imported by it', async () => {
  const { rows } = (await read('{"resourceType":"Patient","id":"9","name":[{"family":"Rao"}]}\n')) as ListPreview;
  expect(rows[0]?.problem?.code).toBe('name.missing');
});

test('a leave of several days in a roster is each of its days without hours, and no hospital day', async () => {
  const shift = (index: number, day: string) =>
    `UID:${index}\r\nSUMMARY:Dr. Asha Rao OPD\r\nDTSTART:${day}T090000\r\nDTEND:${day}T120000`;
  const { kind, rows } = (await read(
    calendar(
      ...['20261201', '20261202', '20261203', '20261207'].map((day, index) => shift(index, day)),
      'UID:8\r\nSUMMARY:Dr. Asha Rao – on leave\r\nDTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270102',
      'UID:9\r\nSUMMARY:Casual leave: Dr. Asha Rao\r\nDTSTART:20261210T000000\r\nDTEND:20261211T000000',
    ),
  )) as ListPreview;
  expect(kind).toBe('hours');
  const commands = rows.map(({ command }) => command);
  expect(commands.slice(0, 4)).toMatchObject([
    { date: '2026-12-01', intervals: [{ startTime: '09:00', endTime: '12:00' }] },
    { date: '2026-12-02' },
    { date: '2026-12-03' },
    { date: '2026-12-07' },
  ]);
  expect(commands.slice(4)).toMatchObject(
    ['2026-12-30', '2026-12-31', '2027-01-01', '2026-12-10'].map((date) => ({ kind: 'off', date, reason: 'Leave' })),
  );
  const leave = 'UID:1\r\nSUMMARY:Dr. Asha Rao on leave\r\nDTSTART;VALUE=DATE:20261230';
  expect(await read(calendar(leave))).toMatchObject({ kind: 'hours' });
  expect(await read(calendar(leave.replace('Dr. Asha Rao on leave', 'Holiday: Pongal')))).toMatchObject({
    kind: 'hospitalDays',
  });
});

const bundle = JSON.stringify({
  resourceType: 'Bundle',
  entry: [
    {
      fullUrl: 'urn:uuid:1',
      resource: {
        ...{ resourceType: 'Patient', id: '1', gender: 'female', birthDate: '1980-01-03' },
        identifier: [{ value: 'X' }, { value: 'H1', type: { coding: [{ code: 'MR' }] } }],
        name: [{ use: 'official', family: 'Rao', given: ['Tara', 'K'] }],
        telecom: [
          { system: 'phone', value: '+91 98123 00001' },
          { system: 'email', value: 'tara@x.example' },
        ],
        address: [{ line: ['12 Car St'], city: 'Madurai' }],
      },
    },
    { resource: { resourceType: 'Practitioner', id: 'd', name: [{ text: 'Dr. Asha Rao' }] } },
    {
      resource: {
        ...{ resourceType: 'Appointment', id: 'a', status: 'fulfilled', start: '2026-08-08T20:30:00Z' },
        participant: [{ actor: { reference: 'urn:uuid:1' } }, { actor: { reference: 'Practitioner/d' } }],
      },
    },
  ],
});

test('a FHIR bundle has patients and appointments, of which one list type is chosen', async () => {
  const found = (await read(bundle)) as ListPreview;
  expect(found.isKindClear).toBe(false);
  const { rows } = (await read(bundle, 'patients')) as ListPreview;
  expect(rows.map(rowText)).toEqual([
    'new uhid=H1; name=Tara K Rao; sex=female; bornOn=1980-01-03; phone=919812300001; email=tara@x.example; location=12 Car St, Madurai',
  ]);
  expect(rows[0]?.cells.find(({ field }) => field === 'phone')?.original).toBe('+91 98123 00001');
  const visits = (await listPreview(bundle, {
    ...{ doctors, kind: 'pastVisits' },
    patients: [{ key: 'U1', clientId: 'C1', name: 'Tara K Rao', uhid: 'H1', phone: null, erased: false }],
  })) as ListPreview;
  expect(visits.rows.map(rowText)).toEqual([expect.stringContaining('date=2026-08-09; time=02:00; outcome=Availed')]);
  expect(await read('{"resourceType":"Basic"}')).toBe('import.not-text');
  expect(await read('{"resourceType":"Patient","name":[{"text":"Tara Rao"}],"gender":"male"}\n')).toMatchObject({
    kind: 'patients',
  });
});
