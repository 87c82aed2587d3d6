import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { appointmentText } from '../../shared/appointments/text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

export const todayText = {
  title: 'आज के अपॉइंटमेंट',
  failed: 'अपॉइंटमेंट नहीं मिल सके।',
  noneMatch: 'आज का कोई अपॉइंटमेंट आपके फ़िल्टर से मेल नहीं खाता।',
  comeByThemselves: 'नई बुकिंग यहाँ अपने आप दिखती हैं।',
  filters: 'आज के फ़िल्टर',
  doctor: 'डॉक्टर',
  allDoctors: 'सभी डॉक्टर',
  historyOf: (name: string) => `${name} का इतिहास`,
  changedByOthers: (count: number) => `अभी-अभी ${counted(count, { one: 'अपॉइंटमेंट बदला गया', other: 'अपॉइंटमेंट बदले गए' })}`,
  cancelledBy: (who: string) => `${who} ने रद्द किया`,
  markedBy: (status: AppointmentStatus, who: string) => `${who} ने “${appointmentText.status[status]}” अंकित किया`,
  bookedBy: (who: string) => `${who} ने बुक किया`,
  undoneBy: (who: string) => `${who} ने वापस लिया, फिर से ${appointmentText.status.Confirmed}`,
  movedFrom: (time: string) => `समय बदला, पहले ${time}`,
  aMomentAgo: (news: string) => `अभी-अभी: ${news}।`,
  keys: { k: 'आगे-पीछे', v: 'आए', n: 'नहीं आए', m: 'समय बदलें', u: 'वापस लें', help: 'कुंजियाँ' },
  hours: 'घंटे',
  hourBooked: (hour: string, booked: number, places: number) => `${hour}, ${places} में से ${booked} बुक`,
  hourLate: (hour: string, booked: number, places: number, late: number) =>
    `${hour}, ${places} में से ${booked} बुक, ${late} देर से`,
  placesOf: (booked: number, places: number) => `${booked} / ${places}`,
  bookedOf: (booked: number, places: number) => `${countText(places)} में से ${countText(booked)} बुक`,
  marked: (count: number) => `अंकित ${countText(count)}`,
  toCome: (count: number) => `आने वाले ${countText(count)}`,
  free: (count: number) => `खाली ${countText(count)}`,
  lateOnes: (count: number) => `देर से ${countText(count)}`,
  asPicture: 'चित्र के रूप में',
  asTable: 'तालिका के रूप में',
  columns: {
    hour: 'घंटा',
    marked: 'अंकित',
    toCome: 'आने वाले',
    late: 'देर से',
    booked: 'बुक',
    places: 'जगहें',
  },
  chosenDoctor: 'चुने हुए डॉक्टर',
  search: 'नाम या फ़ोन से खोजें',
  searchShort: 'नाम, फ़ोन',
  byHour: 'दिन घंटे के अनुसार',
  groups: {
    late: { name: 'देर से', hint: 'समय से 10 मिनट से अधिक, सबसे देर वाले पहले' },
    next: { name: 'अगले', hint: '' },
    done: { name: 'पूरे', hint: 'सबसे नए पहले' },
  },
  unresolved: 'पिछले दिनों के अनसुलझे',
  clear: 'सब दिखाएँ',
  hourAlone: (hour: string) => `केवल ${hour}`,
  clearHour: (hour: string) => `केवल ${hour}: सभी घंटे दिखाएँ`,
  showMore: 'और दिखाएँ',
  showFewer: 'कम दिखाएँ',
  more: (name: string) => `${name} के लिए और`,
};

export const filterLabels = {
  admin: { All: 'सभी', Confirmed: 'पक्की', Availed: 'आए', Not_Availed: 'नहीं आए' },
  doctor: { All: 'सभी', Confirmed: 'पक्की', Availed: 'पूरे', Not_Availed: 'छूटे' },
};
