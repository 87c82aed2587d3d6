import { assumed, eventsOfDemo, registrationBytes, storedBytes } from './measured.ts';

export interface Place {
  readonly name: string;
  readonly hospitals: number;
}
export const places: readonly Place[] = [
  { name: 'one hospital', hospitals: 1 },
  { name: 'a chain of 500', hospitals: 500 },
  { name: 'a country', hospitals: 2_500 },
];

const kinds = Object.values(eventsOfDemo);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Events, and their bytes, of one visit from its booking on. */
const eventsPerVisit = sumOf(kinds.map(({ perAppointment }) => perAppointment)) + assumed.newPatientsPerVisit;
const bytesPerVisit =
  sumOf(kinds.map(({ perAppointment, bytes }) => perAppointment * bytes)) +
  assumed.newPatientsPerVisit * registrationBytes;
/** A booking, its payment and its day's plan are one append. */
const appendsPerVisit =
  eventsPerVisit - eventsOfDemo.AppointmentPaymentRecorded.perAppointment - eventsOfDemo.SlotsPlanned.perAppointment;

/** The load of one place. Rates are per second in the busiest hour. */
export function loadOf({ hospitals }: Place) {
  const visits = hospitals * assumed.visitsPerHospital;
  const peak = (aDay: number): number => (aDay * assumed.busiestHour) / 3_600;
  const screens = hospitals * (assumed.desksPerHospital + assumed.doctorsPerHospital);
  const appends = peak(visits * appendsPerVisit);
  // Each change goes to the hospital's desks and the doctor's own board.
  const packets = appends * (assumed.desksPerHospital + 1);
  const queries = packets * assumed.pagesThatRefetch + (screens * assumed.queriesPerScreenAndMinute) / 60;
  const year = visits * assumed.workingDays;
  return {
    visits,
    eventsADay: visits * eventsPerVisit,
    eventsAYear: year * eventsPerVisit,
    eventBytesAYear: year * bytesPerVisit,
    logFileBytesAYear: year * eventsPerVisit * storedBytes.event,
    viewBytesAYear: year * storedBytes.viewsPerAppointment,
    vaultBytesAYear: year * assumed.newPatientsPerVisit * storedBytes.personInVault,
    appends,
    screens,
    packets,
    queries,
    queryServices: Math.max(
      2,
      Math.ceil(queries / assumed.queriesPerService),
      Math.ceil(screens / assumed.socketsPerService),
    ),
  };
}
