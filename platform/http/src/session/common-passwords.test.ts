import { isCommonPassword } from './common-passwords.ts';

test.each([
  'p@ssw0rd',
  'P@ssw0rd',
  'Password1!',
  'Password#2026',
  'P@ssw0rd1!',
  'Dragon#99',
  'qwerty123!',
  'Letmein!1',
  'Football_7',
  'abc123!',
])('%s is refused, since it is tried first', async (password) => {
  expect(await isCommonPassword(password, [])).toBe(true);
});

test.each([
  'Vermilion-teapot-41',
  'x9!Kfwq2mLd',
  'Monkey-sees-the-moon-4',
  'Zp#4Lq8vTn',
  'Hospital-teapot-vermilion-41',
])('%s is taken', async (password) => {
  expect(await isCommonPassword(password, [])).toBe(false);
});

const names = ['Dr. Asha Menon', 'a.menon.rao@lakeside.example', "Lakeside St. Mary's", 'Europe/Lisbon', 'Hill View'];

test.each([
  ...[
    'Dayline#2026',
    'Hospital#1',
    'HOSPITAL#2026',
    'h0$p1t@l#1',
    'H.o.s.p.i.t.a.l.1',
    'Hospital#01/01/2026',
    'C1inic#2026',
  ],
  ...['Clinic#Hospital1', 'Appointment1!', 'Appointments#12', 'Doctor-Health-7', 'Medic@l123', 'MyHospital#1'],
  ...['Mumbai#2026', 'Lisbon#2026', 'Kolkata@1998', 'NewYork#123', 'Welcome@Hospital1', 'Dr.#12345'],
  ...['Asha#Menon1', 'Menon@123', 'Ashamenon#1', 'Rao#12345', 'Ásha_1985!', 'Lakeside#1', 'L4k3s1d3!!99', 'Marys#2026'],
  ...['HillView#12', 'Lakeside-Hospital-Mumbai-2026!', 'Asha@Lakeside1', '2026#Lakeside'],
])('%s is refused, since it is made of the names around', async (password) => {
  expect(await isCommonPassword(password, names)).toBe(true);
});

test.each(['Harbour#Lights9', 'Quiet-Monday7', 'Granite#Steps41', 'Asha-walks-the-moon-4', 'Xw2#Menon-kq9vT'])(
  '%s is taken, whatever the names',
  async (password) => {
    expect(await isCommonPassword(password, names)).toBe(false);
  },
);

test('the names of another account do not count', async () => {
  expect(await isCommonPassword('Menon#Rao-12', [])).toBe(false);
});
