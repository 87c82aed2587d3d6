import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { appointmentText } from '../../shared/appointments/text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

const stages = { Expected: 'आने वाले', Waiting: 'प्रतीक्षा में', Called: 'बुलाए गए' };

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
  markedBy: (status: AppointmentStatus, who: string) => `${who} ने “${appointmentText.status[status]}” दर्ज किया`,
  bookedBy: (who: string) => `${who} ने बुक किया`,
  undoneBy: (who: string) => `${who} ने वापस लिया, फिर से ${appointmentText.status.Confirmed}`,
  movedFrom: (time: string) => `समय बदला, पहले ${time}`,
  aMomentAgo: (news: string) => `अभी-अभी: ${news}।`,
  hours: 'घंटे',
  hourBooked: (hour: string, bookedCount: number, places: number) => `${hour}, ${places} में से ${bookedCount} बुक`,
  hourLate: (hour: string, bookedCount: number, places: number, late: number) =>
    `${hour}, ${places} में से ${bookedCount} बुक, ${late} देर से`,
  placesOf: (bookedCount: number, places: number) => `${bookedCount} / ${places}`,
  bookedOf: (bookedCount: number, places: number) => `${countText(places)} में से ${countText(bookedCount)} बुक`,
  marked: (count: number) => `दर्ज ${countText(count)}`,
  toCome: (count: number) => `आने वाले ${countText(count)}`,
  free: (count: number) => `खाली ${countText(count)}`,
  lateOnes: (count: number) => `देर से ${countText(count)}`,
  asPicture: 'चार्ट के रूप में',
  asTable: 'तालिका के रूप में',
  columns: {
    hour: 'घंटा',
    marked: 'दर्ज',
    toCome: 'आने वाले',
    late: 'देर से',
    booked: 'बुक',
    places: 'क्षमता',
  },
  chosenDoctor: 'चुने हुए डॉक्टर',
  search: 'नाम या फ़ोन से खोजें',
  searchShort: 'नाम, फ़ोन',
  byHour: 'दिन घंटे के अनुसार',
  groups: {
    called: { name: 'बुलाए गए', hint: 'सबसे नए पहले' },
    waiting: { name: 'प्रतीक्षा में', hint: 'सबसे देर से प्रतीक्षा वाले पहले' },
    late: { name: 'देर से', hint: 'समय बीत चुका, सबसे देर वाले पहले' },
    next: { name: 'अगले', hint: '' },
    done: { name: 'पूरे', hint: 'सबसे नए पहले' },
  },
  queue: 'कतार',
  waiting: (count: number, longest: string) => `${countText(count)} प्रतीक्षा में, सबसे देर ${longest}`,
  nobodyWaits: 'कोई प्रतीक्षा में नहीं है।',
  nobodyThere: 'अभी कोई नहीं आया है।',
  unresolved: 'पिछले दिनों के अनसुलझे',
  clear: 'सब दिखाएँ',
  hourAlone: (hour: string) => `केवल ${hour}`,
  clearHour: (hour: string) => `केवल ${hour}: सभी घंटे दिखाएँ`,
  stages: 'कौन यहाँ है',
  perPage: 'प्रति पेज कार्ड',
  aPage: (count: number) => `प्रति पेज ${count}`,
  due: (amount: string) => `${amount} बाकी`,
  isDue: 'भुगतान बाकी',
  payOf: (due: string, name: string) => `${due}: ${name}`,
  more: (name: string) => `${name} के लिए और`,
};

export const filterLabels = {
  admin: { All: 'सभी', Confirmed: 'कन्फ़र्म', Availed: 'आए', Not_Availed: 'नहीं आए', ...stages },
  doctor: { All: 'सभी', Confirmed: 'कन्फ़र्म', Availed: 'पूरे', Not_Availed: 'छूटे', ...stages },
};
