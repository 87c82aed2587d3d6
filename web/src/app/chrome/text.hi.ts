import { plural } from '../../ui/locale/words.ts';

export const chromeText = {
  findPatient: 'मरीज़ ढूँढें',
  skip: 'सीधे पेज पर जाएँ',
  main: 'मुख्य',
  menu: 'मेन्यू',
  openMenu: 'मेन्यू खोलें',
  closeMenu: 'मेन्यू बंद करें',
  keepMenu: 'मेन्यू खुला रखें',
  zoneTime: (zone: string) => `${zone} का समय`,
  colours: (scheme: 'system' | 'light' | 'dark') =>
    `रंग: ${{ system: 'इस डिवाइस जैसे', light: 'हल्के', dark: 'गहरे' }[scheme]}`,
  adminPortal: 'एडमिन पोर्टल',
  adminOf: (client: string) => `${client} एडमिन`,
  readOnly: 'केवल पढ़ने के लिए',
  unknownDoctor: 'अज्ञात डॉक्टर',
  lock: 'लॉक करें',
  languageFailed: 'भाषा नहीं बदली जा सकी।',
  live: {
    live: 'लाइव',
    reconnecting: 'फिर जुड़ रहा है',
    away: 'फिर जुड़ रहा है',
    offline: 'ऑफ़लाइन',
    limited: 'बहुत सारे टैब',
  },
};

export const outageText = {
  offline: 'सर्वर से कनेक्शन नहीं है। जो दिख रहा है वह पुराना हो सकता है। Dayline कोशिश करता रहता है।',
  away: 'सेवा का एक हिस्सा उपलब्ध नहीं है। जो दिख रहा है वह पुराना हो सकता है। Dayline कोशिश करता रहता है।',
  limited: 'Dayline बहुत सारे टैब में खुला है। यह टैब हर 15 सेकंड में बदलाव पूछता है।',
  building: (percent: number) => `नए संस्करण के बाद सूचियाँ बन रही हैं: ${percent} %।`,
  buildingLeft: (percent: number, minutes: number) => {
    const timeLeft = plural(minutes, { one: 'एक मिनट से कम', other: `लगभग ${minutes} मिनट` });
    return `नए संस्करण के बाद सूचियाँ बन रही हैं: ${percent} %, ${timeLeft} बाकी।`;
  },
};

export const menuText = {
  groups: { day: 'आज का दिन', people: 'लोग', settingUp: 'व्यवस्था' },
  short: {
    today: 'आज',
    calls: 'फ़ोन करें',
    conversations: 'चैट',
    waitingList: 'प्रतीक्षा',
    departments: 'विभाग',
    appointments: 'बुकिंग',
  },
  dashboard: 'डैशबोर्ड',
  today: 'आज के अपॉइंटमेंट',
  doctors: 'डॉक्टर',
  users: 'मरीज़',
  departments: 'विभाग',
  viewPoc: 'डॉक्टर देखें',
  addPoc: 'डॉक्टर जोड़ें',
  calendar: 'कैलेंडर',
  leave: 'छुट्टी',
  queue: 'कतार',
  calls: 'जिन्हें फ़ोन करना है',
  conversations: 'बातचीत',
  waitingList: 'प्रतीक्षा सूची',
  dayClose: 'हिसाब',
  import: 'आयात',
  settings: 'सेटिंग्स',
  history: 'इतिहास',
  appointments: 'अपॉइंटमेंट',
  profile: 'मेरी प्रोफ़ाइल',
  viewProfile: 'प्रोफ़ाइल देखें',
  activity: 'गतिविधि',
  appointmentHistory: 'अपॉइंटमेंट का इतिहास',
  replay: 'रीप्ले',
  report: 'रिपोर्ट',
  account: 'मेरा खाता',
  logout: 'साइन आउट',
};
