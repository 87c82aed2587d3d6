const wordsOfProduct = 'dayline';
const wordsOfHospitals = `
  admin administrator ambulance appointment appointments appt auditor bed blood booking calendar cardiology care center
  centre changeme clinic clinical consult consultation day dental dentist dentistry department dermatology desk diagnostic
  doc doctor dr emergency frontdesk guest health healthcare heart hosp hospital hospitals icu lab line login medic medical
  medicare medicine mediclinic multispeciality multispecialty neurology nurse nursing oncology operator opd ortho
  orthopaedic orthopaedics orthopedic orthopedics paediatrics pass passcode password patient patients pediatrics pharmacy
  physician poc polyclinic practice radiology reception receptionist schedule secret service slot slots speciality
  specialty staff superspeciality surgeon surgery surgical team test trauma trust user visit ward welcome wellness`;
/** In addition to the cities of time zones. */
const wordsOfCities = `
  agra ahmedabad amritsar aurangabad bangalore barcelona beijing bengaluru bharat bhopal birmingham bombay boston calcutta
  calicut chandigarh chennai cochin coimbatore dallas dehradun delhi dhanbad faridabad francisco frankfurt geneva ghaziabad
  goa gurgaon gurugram guwahati hamburg houston hubli hyderabad india indore jaipur jammu jodhpur kanpur kochi kolhapur
  kolkata kota kozhikode lahore lucknow ludhiana lyon madras madurai manchester mangalore mangaluru meerut milan mumbai
  munich mysore mysuru nagpur nashik navi noida panaji patna philadelphia pondicherry puducherry pune raipur rajkot ranchi
  salem sangli satara seattle shenzhen shimla solapur srinagar surat thane thiruvananthapuram trichy trivandrum vadodara
  varanasi vijayawada visakhapatnam vizag washington`;

/** Letters without accents, in lower case. */
export const plainLetters = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of names, addresses and zones, except single letters. */
export const wordsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    plainLetters(name)
      .replaceAll(/['’]/g, '')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1),
  );

const zoneCity = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', '');

/** The words that anyone would try when guessing a hospital's passwords. */
export const placeWords: ReadonlySet<string> = new Set(
  wordsOf([wordsOfProduct, wordsOfHospitals, wordsOfCities, ...Intl.supportedValuesOf('timeZone').map(zoneCity)]),
);
