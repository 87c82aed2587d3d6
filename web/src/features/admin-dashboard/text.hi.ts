import { countText } from '../../ui/locale/words.ts';

export const dashboardText = {
  title: 'एडमिन डैशबोर्ड',
  welcome: 'आपके डैशबोर्ड में स्वागत है',
  departments: 'विभाग',
  doctorsInAll: (count: number) => `कुल ${countText(count)} डॉक्टर`,
  doctors: 'डॉक्टर',
  onDuty: (onDuty: number, blockedCount: number) => `आज ${countText(onDuty)} उपस्थित, ${countText(blockedCount)} ब्लॉक`,
  add: 'नया अपॉइंटमेंट जोड़ें',
  addHint: 'सात छोटे चरण',
  addPoc: 'डॉक्टर जोड़ें',
  addPocHint: 'आपके क्लाइंट के डॉक्टर',
  viewPoc: 'डॉक्टर देखें',
  viewPocHint: 'विभाग के अनुसार डॉक्टर',
  availability: 'उपलब्धता बदलें',
  availabilityHint: 'दिन या समय ब्लॉक करें',
};
