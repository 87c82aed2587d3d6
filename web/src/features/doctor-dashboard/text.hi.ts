import { countText, plural } from '../../ui/locale/words.ts';

const toCome = (count: number) => `आज अभी ${countText(count)} मरीज़ ${plural(count, { one: 'आना है', other: 'आने हैं' })}`;

export const dashboardText = {
  welcome: (name: string) => `स्वागत है, ${name}`,
  unknownDoctor: 'अज्ञात डॉक्टर',
  nobody: 'आज अब किसी मरीज़ का आना बाकी नहीं है।',
  nobodyElse: 'आज किसी और मरीज़ का आना बाकी नहीं है।',
  toCome: (count: number) => `${toCome(count)}।`,
  toComeNext: (count: number, time: string) => `${toCome(count)}, अगला ${time} पर।`,
  late: (count: number) => `${count} देर से हैं।`,
  today: 'आज के अपॉइंटमेंट',
  direct: 'क्लिनिक के अपॉइंटमेंट',
  directHint: 'क्लिनिक में',
  tele: 'वीडियो के अपॉइंटमेंट',
  teleHint: 'वीडियो से',
  schedule: 'समय-सारणी बदलें',
  scheduleHint: 'आपके साप्ताहिक समय',
  availability: 'उपलब्धता',
  availabilityHint: 'दिन या समय ब्लॉक करें',
  meetLink: 'मीट लिंक',
  meetLinkHint: 'वीडियो परामर्श के लिए',
  fees: 'फ़ीस',
  feesHint: 'आपकी परामर्श फ़ीस',
};
