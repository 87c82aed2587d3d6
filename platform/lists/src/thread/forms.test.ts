import { type ListPreview, listPreview, rowText } from '../testing/list-preview.ts';

/** Lists in the forms of other systems, governments and colleges; names and numbers are made up. */

const doctors = [
  {
    key: 'P1',
    name: 'Dr. Asha Rao',
    email: 'asha@x.example',
    externalId: 'D001',
    departmentId: 'D1',
    branchId: 0,
    schedule: null,
  },
] as const;
const patients = [{ key: 'U1', clientId: 'C1', name: 'Ravi Rao', uhid: 'H1', phone: '919812300001', erased: false }];

async function read(file: string, known: Parameters<typeof listPreview>[1] = {}): Promise<ListPreview> {
  const preview = await listPreview(file, { doctors, patients, ...known });
  if (typeof preview === 'string') throw new Error(preview);
  return preview;
}
const rowsOf = async (file: string, known = {}) => (await read(file, known)).rows.map(rowText);

describe('names in two and three columns', () => {
  test.each([
    ['first_name,last_name,date_of_birth,phone', 'Sarah,Johnson,1992-05-15,9812300073'],
    ['First Name,Last Name,Birth Date,Phone Number', 'Sarah,Johnson,1992-05-15,9812300073'],
    ['FIRST,LAST,BIRTHDATE,PHONE', 'Sarah,Johnson,1992-05-15,9812300073'],
    ['Surname,Given Name,DOB,Mobile', 'Johnson,Sarah,1992-05-15,9812300073'],
    ['patientFirstName,patientLastName,patientDob,patientMobile', 'Sarah,Johnson,1992-05-15,9812300073'],
    ['Family Name,Forename,DOB,Mobile', 'Johnson,Sarah,15/05/1992,9812300073'],
    ['पहला नाम / First Name,उपनाम / Last Name,जन्म तिथि,मोबाइल', 'Sarah,Johnson,1992-05-15,9812300073'],
  ])('%s', async (header, row) => {
    const { kind, isKindClear, rows } = await read(`${header}\n${row}\n`);
    expect([kind, isKindClear]).toEqual(['patients', true]);
    const values = Object.fromEntries(rows[0]?.cells.map(({ field, value }) => [field, value]) ?? []);
    expect(values).toMatchObject({ name: 'Sarah Johnson', bornOn: '1992-05-15', phone: '919812300073' });
  });

  test('first, middle and last in any order; a half is not a name', async () => {
    const found = (await read('Last Name,First Name,Middle Name,Sex,Age\nRAO,ASHA,K,F,40\nRao,,,F,40\n,Asha,,F,40\n'))
      .rows;
    const nameOf = (at: number) => found[at]?.cells.find(({ field }) => field === 'name')?.value;
    expect([nameOf(0), nameOf(2)]).toEqual(['Asha K Rao', 'Asha']);
    expect(found[1]?.problem?.code).toBe('name.half');
    expect((await read('First Name,Mobile\nAsha,9812300073\n', { kind: 'patients' })).fields).toEqual([
      'firstName',
      'phone',
    ]);
  });
});

describe('ages in several columns', () => {
  test.each([
    [
      'Age (Years),Age (Months),Age (Days)',
      ['0,8,4', '34,0,0', '5,3,2', '0,0,4', ',,12'],
      ['8 m', '34 y', '63 m', '4 d', '12 d'],
    ],
    ['Years,Months,Days', ['0,0,0'], ['0 d']],
    ['Age,Age Unit', ['8,Months', '34,Y', '4,D', '8,M'], ['8 m', '34 y', '4 d', '8 m']],
    ['Age,Unit', ['8,M', '34,'], ['8 m', '34 y']],
    // The unit of a ward.
    ['Age,Unit', ['8,II'], ['8 y']],
    ['Age in Months', ['8'], ['8 m']],
  ])('%s', async (columns, ages, expected) => {
    const file = `Patient Name,Sex,${columns}\n${ages.map((age, index) => `Asha ${'abcdef'[index]},F,${age}`).join('\n')}\n`;
    const { kind, rows } = await read(file);
    expect(kind).toBe('patients');
    expect(rows.map(({ cells }) => cells.find(({ field }) => field === 'age')?.value)).toEqual(expected);
  });
});

describe('the row with the names of the columns', () => {
  test('is found below titles; a total, a note and a repeated header row are no records', async () => {
    const { fields, rows, counts } = await read(
      'City Hospital OPD Register,,,\nNovember 2026,,,\nSl No,Patient Name,Age/Sex,Mobile\n1,Asha Titled,34/F,9812300081\n' +
        'Sl No,Patient Name,Age/Sex,Mobile\n2,Ravi Titled,45/M,9812300082\nTotal,2,,\nPrinted by Admin,,,\n',
    );
    expect(fields).toEqual([null, 'name', 'age', 'phone']);
    expect(counts).toMatchObject({ new: 2, refused: 3 });
    expect(rows.map(({ row, problem }) => [row, problem?.code ?? 'ok'])).toEqual([
      [4, 'ok'],
      [5, 'row.no-record'],
      [6, 'ok'],
      [7, 'row.no-record'],
      [8, 'row.no-record'],
    ]);
  });
});

describe('hospital days', () => {
  test.each([
    ['Name,Start Date,End Date\nSummer vacation,2027-05-04,2027-05-30\n', ['2027-05-04 to 2027-05-30']],
    [
      'Sl. No.,Name of Leave,Date,No. of Days,Day of Week,Remarks\n1,New Year Day,01 January 2027,1,Friday,\n2,Pongal,14 January 2027,3,Thursday,\n',
      ['2027-01-01', '2027-01-14 to 2027-01-16'],
    ],
    [
      'क्र./ Sr.,अवसर / Occasion,दिवस / Day,तारीख / Date\n1,गणतंत्र दिवस / Republic Day,मंगलवार / Tuesday,26 January 2027\n',
      ['2027-01-26'],
    ],
    [
      'Subject,Start Date,Start Time,End Date,End Time,All Day Event\nRepublic Day,01/26/2027,,01/26/2027,,True\nHoli,03/22/2027,12:00:00 AM,03/24/2027,12:00:00 AM,True\n',
      ['2027-01-26', '2027-03-22 to 2027-03-23'],
    ],
    ['List of Holidays 2027,,\nS.No,Holiday,Date,Day\n1,Republic Day,26 January,Tuesday\n', ['2027-01-26']],
    ['Year,Date,Day,Holiday\n2027,26 Jan,Tuesday,Republic Day\n', ['2027-01-26']],
    [
      'Holiday,Dates\nDiwali,24-26 Dec 2026\nNew year,31 Dec 2026 to 2 Jan 2027\n',
      ['2026-12-24 to 2026-12-26', '2026-12-31 to 2027-01-02'],
    ],
    ['date,name,hours,branch\nevery 3rd Saturday,Saturday off,closed,\n', [null]],
  ])('%s', async (file, dates) => {
    const { kind, isKindClear, rows } = await read(file);
    expect([kind, isKindClear]).toEqual(['hospitalDays', true]);
    expect(rows.map(rowText).filter((text) => text.startsWith('refused'))).toEqual([]);
    const shown = rows.map(
      ({ cells }) => cells.find(({ field, value }) => (field === 'date' || field === 'from') && value)?.value ?? null,
    );
    const texts = rows.map(({ command }) => datesOf(command));
    expect(dates[0] === null ? shown : texts).toEqual(dates);
  });

  test('dates in a row, two holidays of a date, and one within a vacation', async () => {
    const { rows } = await read(
      'Name of Holiday,From Date,To Date,Date\nOnam,,,"September 13, 14, 15, 2027"\nGandhi Jayanti,,,2 Oct 2027\nDussehra,,,2 Oct 2027\n' +
        'Christmas,,,25 Dec 2027\nWinter Break,24 Dec 2027,1 Jan 2028,\n',
    );
    expect(rows.map(({ finding }) => finding)).toEqual(['new', 'new', 'existing', 'new', 'new']);
    expect(datesOf(rows[0]?.command)).toBe('2027-09-13 to 2027-09-15');
    expect(rows[4]?.command).toMatchObject({ days: { length: 8 } });
    expect(await rowsOf('Date,Name,Hours\n2 Oct 2027,Fair,closed\n2 Oct 2027,Fair,8-12\n')).toContain(
      'refused - row.twice',
    );
  });

  test('a part of a day, a wrong number of days and a missing year are refused', async () => {
    expect(
      await rowsOf(
        'Holiday,From Date,To Date,No of Days,Start Time,End Time\nCamp,2027-05-04,2027-05-04,,09:00,12:00\nFair,2027-05-04,2027-05-08,2,,\nRepublic Day,26 January,,,,\n',
      ),
    ).toEqual(['refused startTime day.part', 'refused days date.days', 'refused from date.no-year']);
  });
});

/** Of a command of hospital days. */
function datesOf(command: unknown): string {
  const { days } = command as { readonly days: readonly { readonly on: { readonly date: string } }[] };
  const dates = days.map(({ on }) => on.date);
  return dates.length > 1 ? `${dates[0]} to ${dates.at(-1)}` : `${dates[0]}`;
}

describe('rosters', () => {
  const weekOf = (preview: ListPreview) => {
    const command = preview.rows.at(-1)?.command as
      | { readonly week: readonly { readonly day: string; readonly timeIntervals: readonly object[] }[] }
      | undefined;
    const { week = [] } = command ?? {};
    return week.map(({ day, timeIntervals }) => [
      day.slice(0, 3),
      ...timeIntervals.map((interval) => {
        const { startTime, endTime, weeks, every } = interval as Record<string, string>;
        return `${startTime}-${endTime}${weeks ? ` weeks ${JSON.stringify(weeks)}` : ''}${every ? ` every ${JSON.stringify(every)}` : ''}`;
      }),
    ]);
  };

  test('a column for each weekday', async () => {
    const roster = await read(
      'Doctor,Mon,Tue,Wed,Thu,Fri,Sat,Sun\nDr. Asha Rao,9-1,"9-1, 5-8",OFF,-,On call,10 am to 12 pm,\n',
    );
    expect([roster.kind, roster.isKindClear]).toEqual(['hours', true]);
    expect(weekOf(roster)).toEqual([
      ['Mon', '09:00-13:00'],
      ['Tue', '09:00-13:00', '17:00-20:00'],
      ['Sat', '10:00-12:00'],
    ]);
  });

  test.each([
    // The number of patients is of the whole hours, whether or not a slot has a length.
    ['Timings,Max Patients', '9-12,12', '09:00-12:00', { appointmentsPerSlot: 1, slotDuration: 15 }],
    [
      'Timings,Slot Duration,Max Patients',
      '9-12,15,20',
      '09:00-12:00',
      { appointmentsPerSlot: 2, quota: { total: 20 } },
    ],
    ['From Time,To Time,Slot Duration,No. of Patients', '9:00,12:00,15,10', '09:00-12:00', { quota: { total: 10 } }],
    ['From,To', '09:00,12:00', '09:00-12:00', { slotDuration: 15, appointmentsPerSlot: 1 }],
    ['Morning,Evening', ',5-8', '17:00-20:00', {}],
    ['Week,Start,End', '2nd,9:00,12:00', '09:00-12:00', { weeks: [2] }],
  ])('%s: %s', async (columns, cells, span, expected) => {
    const { kind, rows } = await read(`Doctor,Day,${columns}\nDr. Asha Rao,Monday,${cells}\n`);
    expect(kind).toBe('hours');
    const { week } = (rows[0]?.command ?? { week: [] }) as unknown as {
      readonly week: readonly { readonly timeIntervals: readonly { startTime: string; endTime: string }[] }[];
    };
    const [interval] = week[0]?.timeIntervals ?? [];
    expect(`${interval?.startTime}-${interval?.endTime}`).toBe(span);
    expect(interval).toMatchObject(expected);
  });

  test.each([
    ['Mon–Sat', 'Mon Tue Wed Thu Fri Sat'],
    ['Monday to Friday', 'Mon Tue Wed Thu Fri'],
    ['Mon, Wed & Fri', 'Mon Wed Fri'],
    ['Mon-Wed-Fri', 'Mon Wed Fri'],
    ['MWF', 'Mon Wed Fri'],
    ['Tue Thu Sat', 'Tue Thu Sat'],
    ['Daily except Sunday', 'Mon Tue Wed Thu Fri Sat'],
    ['All days (except Thu)', 'Mon Tue Wed Fri Sat Sun'],
    ['Weekdays', 'Mon Tue Wed Thu Fri'],
    ['Sundays only', 'Sun'],
    ['सोमवार से शुक्रवार', 'Mon Tue Wed Thu Fri'],
  ])('days in words: %s', async (days, expected) => {
    const roster = await read(`Doctor,Visiting Days,Timings\nDr. Asha Rao,"${days}",9AM - 5PM\n`);
    expect(roster.kind).toBe('hours');
    expect(
      weekOf(roster)
        .map(([day]) => day)
        .join(' '),
    ).toBe(expected);
    // Neither minutes nor patients: a quarter of an hour each, and said so.
    expect(rowText(roster.rows[0] ?? (null as never))).toContain('minutes=15');
  });

  test('weeks of the month beside others, days with their hours in one cell, and every other week from a date', async () => {
    const mixed = await read('Doctor,Days,Timings\nDr. Asha Rao,"Mon-Fri, 2nd & 4th Sat",9-1\n');
    expect(weekOf(mixed).at(-1)).toEqual(['Sat', '09:00-13:00 weeks [2,4]']);
    const together = await read('Doctor,OPD Timings\nDr. Asha Rao,"Mon-Fri 9-1, 5-8; Sat: 9-12"\n');
    expect(weekOf(together).at(-1)).toEqual(['Sat', '09:00-12:00']);
    expect(weekOf(together)[0]).toEqual(['Mon', '09:00-13:00', '17:00-20:00']);
    const other = await read('Doctor,Days,Timings,From\nDr. Asha Rao,alternate Fridays,9-1,2026-12-04\n');
    expect(weekOf(other)).toEqual([['Fri', '09:00-13:00 every {"weeks":2,"from":"2026-12-04"}']]);
    expect(await rowsOf('Doctor,Days,Timings\nDr. Asha Rao,alternate Fridays,9-1\n')).toEqual([
      'refused weekday weekday.alternate',
    ]);
  });

  test('OFF, leave and on call of a date are a date without hours', async () => {
    const { kind, rows } = await read(
      'Date,Doctor,Start,End,Status\n2026-12-09,D001,OFF,,\n2026-12-10,D001,leave,,\n2026-12-11,D001,,,POST ON CALL\n2026-12-12,D001,09:00,12:00,ON DUTY\n2026-12-13,D001,09:00,12:00,ON LEAVE\n2026-12-14,D001,,,\n',
    );
    expect(kind).toBe('hours');
    expect(rows.slice(0, 3).map(({ command }) => command)).toMatchObject([
      { kind: 'off', date: '2026-12-09', reason: 'Off' },
      { kind: 'off', date: '2026-12-10', reason: 'Leave' },
      { kind: 'off', date: '2026-12-11', reason: 'Post on call' },
    ]);
    expect(rows.slice(3).map(rowText)).toEqual([
      expect.stringContaining('status=ON DUTY'),
      'refused status hours.off',
      'refused start hours.missing',
    ]);
  });
});

describe('visits and bookings', () => {
  test.each([
    ...['fulfilled', 'Checked Out', 'CHECKED_OUT', '> Checked out', 'Finished', 'Kept', 'पूर्ण'].map((status) => [
      status,
      'Availed',
    ]),
    ...['noshow', 'No Show', 'DNA', '? No show', 'Did not attend', 'LWBS'].map((status) => [status, 'Not Availed']),
    ...['CANCELLED_BY_PATIENT', 'Cancelled by clinic', 'x Canceled', 'Patient cancelled'].map((status) => [
      status,
      'Cancelled',
    ]),
  ])('%s of another system is %s', async (status, outcome) => {
    const [row] = await rowsOf(
      `Appointment ID,Patient ID,Doctor,Date,Time,Status\nA1,H1,D001,2026-08-09,10:00,${status}\n`,
    );
    expect(row).toContain(`outcome=${outcome}`);
  });

  test('an instant is read as the clinic’s date and time; a visit to come is a booking, where the doctor has a slot', async () => {
    const week = [
      {
        day: 'Tuesday',
        timeIntervals: [{ startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 30 }],
      },
    ];
    const schedule = { revision: 0, weeks: [{ from: '2026-01-01', name: null, week, revision: 0 }] };
    const known = { doctors: [{ ...doctors[0], schedule }] } as Parameters<typeof listPreview>[1];
    const { kind, rows } = await read(
      'id,patient_id,practitioner,start,status\n1,H1,D001,2026-08-08T20:30:00Z,fulfilled\n2,H1,D001,2026-12-01T03:30:00Z,booked\n3,H1,D001,2026-12-01T03:30:00+00:00,booked\n4,H1,D001,2026-12-01T05:30:00Z,booked\n5,H1,D001,2026-11-01T05:30:00Z,booked\n',
      known,
    );
    expect(kind).toBe('pastVisits');
    expect(rows.map(rowText)).toEqual([
      expect.stringContaining('date=2026-08-09'),
      expect.stringContaining('date=2026-12-01; outcome=Booked; time=09:00'),
      expect.stringMatching(/^existing/),
      'refused time time.no-slot',
      'refused outcome outcome.open',
    ]);
    expect(rows[1]?.command).toEqual({ kind: 'book', patientId: 'U1', pocId: 'P1', date: '2026-12-01', time: '09:00' });
  });
});

describe('the kind of a list', () => {
  test.each([
    [
      'Doctor Name,Department,Mobile No,Email ID,Consultation Fee\nDr. X,ENT,9812300001,x@x.example,500',
      'doctors',
      true,
    ],
    [
      'Invoice ID,Token No,Patient,Mobile,Doctor,Date,Amount\n1,2,Ravi,9812300001,Dr. X,2026-08-09,500',
      'pastVisits',
      true,
    ],
    [
      'Booking ID,Patient Name,Mobile,Consultant,Appointment Date,Slot\n1,Ravi,9812300001,Dr. X,2026-12-09,10:00',
      'pastVisits',
      true,
    ],
    ['UHID,Name,Age,Sex,Mobile\nH7,Tara,30,F,9812300001', 'patients', true],
    ['Name,Date\nRavi,2027-01-26', 'hospitalDays', false],
  ])('%s', async (file, kind, isKindClear) => {
    expect(await read(`${file}\n`)).toMatchObject({
      kind,
      isKindClear,
      kindReasons: expect.arrayContaining([expect.any(String)]),
    });
  });
});

describe('columns that other words would mislead', () => {
  test.each([
    ['UHID,Name,Age,Last Visit Date,Family History,Birth Weight', ['uhid', 'name', 'age', null, null, null]],
    ['First Name,Last Name,Age,Doctor Name,Aadhaar Card No', ['firstName', 'lastName', 'age', null, null]],
    ['First Name,Surname / House Name,Age', ['firstName', 'lastName', 'age']],
    ['Reg No,UHID No,Name,Age', [null, 'uhid', 'name', 'age']],
    ['Hosp. No,Pt. Name,Relation,Relation Name', ['uhid', 'name', 'guardianRelation', 'guardianName']],
  ])('of a patient: %s', async (header, fields) => {
    expect((await read(`${header}\nx,Asha,1,,\n`, { kind: 'patients' })).fields).toEqual(fields);
  });

  test('an initial beside the name is part of it', async () => {
    const { rows } = await read('UHID,Patient Name,Initial,Age\nH8,Asha,K,40\nH9,Asha K,K,41\n');
    expect(rows.map(({ command }) => (command as { details?: { name?: string } }).details?.name)).toEqual([
      'Asha K',
      'Asha K',
    ]);
  });

  test('a type beside the phone, hours of several weekdays, a birthday, and a shift with hours', async () => {
    const contacts =
      'Name,Birthday,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value\nKavya Menon,1990-05-01,,Mobile,9812345678\n';
    expect((await read(contacts)).fields).toEqual(['name', 'bornOn', 'email', null, 'phone']);
    const weekly = 'Doctor,Monday to Friday,Saturday\nDr. Asha Rao,9-1,9-12\n';
    expect((await read(weekly)).fields).toEqual(['doctor', null, 'saturday']);
    const shifts = 'Date,Doctor,Shift\n01/12/2026,Dr. Asha Rao,9-1\n02/12/2026,Dr. Asha Rao,WEEKLY OFF\n';
    expect((await read(shifts)).rows.map(rowText)).toEqual([
      'new date=2026-12-01; doctor=Dr. Asha Rao; beforeBreak=09:00-13:00; minutes=15',
      'new date=2026-12-02; doctor=Dr. Asha Rao; beforeBreak=WEEKLY OFF; status=Off',
    ]);
    const off = 'Date,Doctor,Shift\n02/12/2026,Dr. Asha Rao,WEEKLY OFF\n';
    expect((await read(off)).fields).toEqual(['date', 'doctor', 'beforeBreak']);
    const named = 'Date,Doctor,Shift,Start,End\n01/12/2026,Dr. Asha Rao,Morning,9:00,13:00\n';
    expect((await read(named)).fields).toEqual(['date', 'doctor', 'sessionName', 'start', 'end']);
  });

  test('short names of a phone, and a booking with a customer and staff', async () => {
    expect((await read('Pt. Name,Age,Ph. No.\nAsha,40,9812345613\n')).fields).toEqual(['name', 'age', 'phone']);
    const columns = 'Booking Ref,Customer Name,Customer Phone,Service,Staff,Start Date Time,Status';
    const { kind, fields, rows } = await read(
      `${columns}\nB1,Ravi Rao,9812300001,Consult,Dr. Asha Rao,20/11/2026 10:00 AM,Completed\n`,
    );
    expect([kind, ...fields]).toEqual(['pastVisits', null, 'name', 'phone', null, 'doctor', 'date', 'outcome']);
    expect(rows.map(rowText)).toEqual([
      'new name=Ravi Rao; phone=919812300001; doctor=Dr. Asha Rao; date=2026-11-20; outcome=Availed; time=10:00',
    ]);
  });

  test('a status that is not available is a day off', async () => {
    const file = 'date,doctor,start_time,end_time,status\n2026-12-02,Dr. Asha Rao,,,Not Available\n';
    expect(await rowsOf(file)).toEqual(['new date=2026-12-02; doctor=Dr. Asha Rao; status=Off']);
  });

  test('an age that the birth date contradicts is shown with the right one', async () => {
    const { rows } = await read('Name,DOB,Age,Sex\nMeera,12/05/1990,20,F\nKiran,12/05/1990,36,M\n');
    const age = rows.map(({ cells }) => cells.find(({ field }) => field === 'age'));
    expect(age.map((cell) => [cell?.original, cell?.isCorrected])).toEqual([
      ['20', true],
      ['36', false],
    ]);
    expect(age[0]?.value).toBe(age[1]?.value);
  });

  test('holidays until the day on which the hospital opens again', async () => {
    const header = 'Event,Start Date,End Date (exclusive)';
    const { rows } = await read(`${header}\nPongal,14/01/2027,17/01/2027\nOnam,24/08/2027,25/08/2027\n`);
    const dates = rows.map(({ command }) =>
      (command as { days?: { on: { date: string } }[] }).days?.map(({ on }) => on),
    );
    expect(dates).toEqual([
      ['2027-01-14', '2027-01-15', '2027-01-16'].map((date) => ({ date })),
      [{ date: '2027-08-24' }],
    ]);
    const reopening = await read('Festival,From,Reopens on\nDiwali,2027-10-28,2027-10-31\n');
    expect(reopening.fields).toEqual(['name', 'from', 'dayAfter']);
  });

  test('on a holiday the hospital may be open until an hour; an optional one closes nothing', async () => {
    const file = 'Holiday,Date,OPD\nEid,2027-03-10,Closed\nGood Friday,2027-03-26,Till 1 PM\nHoli,2027-03-22,Open\n';
    expect(await rowsOf(file)).toEqual([
      'new name=Eid; date=2027-03-10; hours=closed',
      'new name=Good Friday; date=2027-03-26; hours=00:00-13:00',
      'refused hours hours.wrong',
    ]);
    const typed = 'Date,Occasion,Type\n15-Aug-27,Independence Day,Gazetted\n26-Aug-27,Janmashtami,Optional\n';
    expect((await rowsOf(typed))[1]).toBe('refused dayType day.optional');
  });

  test('new and review patients are quotas; another kind of patients is none', async () => {
    const { fields, rows } = await read(
      'Doctor,Weekday,Start,End,New patients,Review patients,VIP patients\nDr. Asha Rao,Wed,09:00,12:00,10,20,3\n',
    );
    expect(fields.slice(-3)).toEqual(['firstPlaces', 'againPlaces', null]);
    expect(rows[0]?.command).toMatchObject({ week: [{ timeIntervals: [{ quota: { first: 10, again: 20 } }] }] });
  });

  test('ages in years, and visits with a short header of their date', async () => {
    expect((await read('Patient,Yrs,M/F,Cell\nAsha,34,F,9812300101\n')).fields[1]).toBe('age');
    const visits = await read(
      'Name,Mobile,Visit Dt,Consultant,Status\nRavi Rao,9812300001,05/10/2026,Dr. Asha Rao,Seen\n',
    );
    expect([visits.kind, visits.fields[2], visits.fields[3]]).toEqual(['pastVisits', 'date', 'doctor']);
  });

  test('a country or area code in a column of its own is part of the number', async () => {
    const file =
      'Name,Age,Country Code,STD,Mobile\nJohn,44,+1,,2025550123\nAli,44,971,,501234567\nRam,33,91,,9812300251\nMala,44,,0422,2345678\n';
    const phones = (await read(file)).rows.map(({ cells }) => cells.find(({ field }) => field === 'phone')?.value);
    expect(phones).toEqual(['12025550123', '971501234567', '919812300251', '914222345678']);
  });

  test('half days, branches and appointments under other headers, and an end that the number of days contradicts', async () => {
    const half = 'Date,Holiday,Half/Full\n2027-11-05,Founders Day,Half\n2027-11-06,Works,Full\n';
    expect(await rowsOf(half)).toEqual(['refused hours hours.wrong', 'new date=2027-11-06; name=Works; hours=closed']);
    const branches = await read('Date,Day,Holiday,Applicable to\n2027-11-12,Friday,Gurupurab,Punjab branch\n');
    expect(branches.rows[0]?.problem).toMatchObject({ field: 'branch', code: 'branch.unknown' });
    const limit = 'Doctor,OPD Days,OPD Timings,Max. Appointments\nDr. Asha Rao,Mon,09:00-12:00,30\n';
    expect((await read(limit)).fields.at(-1)).toBe('beforeBreakPlaces');
    const [puja] = (await read('Holiday,From,To,Total Days\nPuja,20/10/2027,24/10/2027,4\n')).rows;
    expect(puja?.cells.find(({ field }) => field === 'to')).toMatchObject({ value: '2027-10-23', isCorrected: true });
  });
});
