import { counted } from '../../ui/locale/words.ts';

const places = (count: number) => counted(count, { one: 'जगह', other: 'जगहें' });

export const hoursText = {
  startMissing: 'कृपया शुरू का समय लिखें।',
  endMissing: 'कृपया अंत का समय लिखें।',
  endTooEarly: 'अंत शुरू के बाद होना चाहिए।',
  perSlotRange: '1 से 100 लिखें।',
  durationRange: '1 से 1440 लिखें।',
  tooLong: 'समय से लंबा है।',
  overlaps: (hours: string) => `${hours} से टकराता है।`,
  product: (slots: number, perSlot: number, count: number) => `${slots} स्लॉट × ${perSlot} = ${places(count)}`,
  add: 'समय जोड़ें',
  interval: (number: number) => `समय ${number}`,
  remove: (number: number) => `समय ${number} हटाएँ`,
  notSaved: 'सहेजा नहीं गया',
};

export const fieldLabels = {
  startTime: 'शुरू',
  endTime: 'अंत',
  appointmentsPerSlot: 'हर स्लॉट में अपॉइंटमेंट',
  slotDuration: 'स्लॉट की अवधि (मिनट)',
};
