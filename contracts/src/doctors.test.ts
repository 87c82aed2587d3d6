import { isNamed, titledName, withCountryCode } from './doctors.ts';
import { paiseOf, rupeesOf } from './fields/money.ts';

test.each([
  ['Asha Menon', 'Dr. Asha Menon'],
  ['Dr. Asha Menon', 'Dr. Asha Menon'],
  ['dr asha', 'Dr. asha'],
  ['DR.Asha', 'Dr. Asha'],
  ['Drishti', 'Dr. Drishti'],
  ...[
    'Drake',
    'Andrea',
    'Dravid',
    'Doctorow',
    'D. R. Rao',
    'D.R. Rao',
    'Sandra Prophet',
    'Colin Rao',
    'Marshall Rao',
    'Rao Major',
    'Genevieve',
    'Majid Khan',
    'अनिता',
    'முருகன்',
    'ড রহমান',
  ].map((name) => [name, `Dr. ${name}`]),
  ['K. Raman', 'Dr. K. Raman'],
  ['Dr Raman', 'Dr. Raman'],
  ['Dr.. Raman', 'Dr. Raman'],
  ['Dr. Dr. Rao', 'Dr. Rao'],
  ['Dr.DR. Rao', 'Dr. Rao'],
  ['Dr. (Mrs) Rao', 'Dr. (Mrs) Rao'],
  ['Dr Prof. K. Raman', 'Dr. Prof. K. Raman'],
])("'Dr.' is put in front of %j, once: %j", (name, titled) => {
  expect(titledName(name)).toBe(titled);
  expect(titledName(titled)).toBe(titled);
});

test.each([
  ...['Prof. Dr. K. Raman', 'Maj Gen (Dr) Rao', 'Doctor Rao', 'Professor Rao', 'K. Raman, Prof.', '(Dr) Rao', 'Rao DR'],
  ...[
    'Col. Rao',
    'Col Rao',
    'Lt. Col. K. Rao',
    'Lt Gen Rao',
    'Surg Cdr Nair',
    'Wg. Cdr. Rao',
    'Gp Capt Rao',
    'Brig. Singh',
  ],
  ...[
    'Drs. Mehta',
    'Dott. Rossi',
    'Doktor Yılmaz',
    'Др. Петров',
    'Д-р Иванов',
    'Δρ. Νίκος',
    'ดร.สมชาย',
    'ד"ר כהן',
    'ד״ר כהן',
  ],
  ...[
    'डॉ. अनिता',
    'डॉ अनिता',
    'डाॅ. अनिता',
    'डा० अनिता',
    'डाॅक्टर अनिता',
    'प्रोफ़ेसर अनिता',
    'प्रो\u095e\u0947सर',
    'प्रा. अनिल',
  ],
  ...[
    'டாக்டர் முருகன்',
    'மரு. முருகன்',
    'పేరు డాక్టర్',
    'డా. రావు',
    'ಡಾ. ರಾವ್',
    'ಡಾ|| ರಾವ್',
    'ഡോ. രാജൻ',
    'ഡോക്ടർ രാജൻ',
    'ഡോക്ടര\u0d4d\u200d രാജൻ',
  ],
  ...[
    'ডাঃ রহমান',
    'ডা. রহমান',
    'ড. রহমান',
    'ડૉ. પટેલ',
    'ડો. પટેલ',
    'ਡਾ. ਸਿੰਘ',
    'ଡାଃ ଦାସ',
    'ڈاکٹر خان',
    'د. محمد',
    'أ.د. محمد',
    '王医生',
  ],
])('a name with a title, in any script and anywhere, stays: %j', (name) => {
  expect(titledName(name)).toBe(name);
  expect(titledName(` ${name} `)).toBe(name);
});

test('a title alone is no name', () => {
  for (const title of ['Dr.', ' dr ', 'DR', '', 'Prof. Dr.', 'डॉ.', 'டாக்டர்', '(Dr)']) expect(isNamed(title)).toBe(false);
  expect(['A', 'Drake'].map(isNamed)).toEqual([true, true]);
});

test('91 is put in front of ten digits, also where they begin with it', () => {
  expect(withCountryCode('9876543210')).toBe('919876543210');
  expect(withCountryCode('9187654321')).toBe('919187654321');
  expect(withCountryCode('919876543210')).toBe('919876543210');
});

test.each([
  ['500.00', 50_000],
  ['0.29', 29],
  ['1234567.8', 123_456_780],
  ['7', 700],
  ['', 0],
])('%j are %d paise', (rupees, paise) => {
  expect(paiseOf(rupees)).toBe(paise);
});

test('every amount comes back as it went', () => {
  for (const paise of [0, 5, 29, 100, 99_999, 999_999_999]) expect(paiseOf(rupeesOf(paise))).toBe(paise);
  expect(rupeesOf(50_005)).toBe('500.05');
});
