import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { countText } from '../../../ui/locale/words.ts';
import { appointmentText as words } from '../text.ts';

export const manyText = {
  choose: (name: string) => `${name} को चुनें`,
  chooseRow: 'पंक्ति चुनें या छोड़ें',
  choosePage: 'इस पन्ने के सभी चुनें',
  chosen: (count: number) => `${countText(count)} अपॉइंटमेंट चुने गए`,
  doctors: (count: number) => `${countText(count)} डॉक्टर`,
  payLater: (count: number) => `${countText(count)} का बाद में भुगतान`,
  fromTo: (from: string, to: string) => (from === to ? `${from} को` : `${from} से ${to}`),
  clear: 'हटाएँ',
  mark: (count: number, to: AppointmentStatus) => `${countText(count)} को “${words.status[to]}” दर्ज करें`,
  cancel: (count: number) => `${countText(count)} अपॉइंटमेंट रद्द करें…`,
  cancelAction: (count: number) => `${countText(count)} अपॉइंटमेंट रद्द करें`,
  cancelQuestion: (count: number) => `ये ${countText(count)} अपॉइंटमेंट रद्द करें?`,
  cancelHint: 'इनके समय औरों के लिए खाली हो जाएँगे।',
  ahead: (count: number) => `${countText(count)} को उनके दिन से पहले दर्ज नहीं किया जा सकता।`,
  onPage: (count: number) => `इस पन्ने के ${countText(count)} चुने गए।`,
  chooseAll: (count: number) => `सभी ${countText(count)} चुनें`,
  chooseFirst: (count: number) => `पहले ${countText(count)} चुनें`,
  overPages: (here: number, others: number) => `इस पन्ने के ${countText(here)} और दूसरे पन्नों के ${countText(others)} चुने गए।`,
  chooseFailed: 'इन्हें चुना नहीं जा सका। कृपया फिर कोशिश करें।',
  onlyPage: 'केवल यह पन्ना',
  staying: (count: number) => `बदले गए ${countText(count)} अपॉइंटमेंट “वापस लें” का समय पूरा होने पर सूची से हटेंगे।`,
  notChanged: (count: number, first: string) =>
    count === 1 ? `नहीं बदला: ${first}` : `नहीं बदले: ${first} और ${countText(count - 1)} अन्य`,
  itIs: (status: AppointmentStatus) => `इसकी स्थिति पहले से “${words.status[status]}” है।`,
  leave: 'ऐसे ही रहने दें',
  leaveAll: 'ऐसे ही रहने दें',
};
