import { countText, plural } from '../../ui/locale/words.ts';

export const hospitalText = {
  failed: 'सेटिंग लोड नहीं हो सकीं।',
  settings: 'अस्पताल की सेटिंग',
  name: 'नाम',
  nameHint: 'साइन इन करते समय लोग यही नाम चुनते हैं।',
  nameMissing: 'कृपया नाम लिखें।',
  zone: 'समय क्षेत्र',
  zoneHint: (time: string): string => `वहाँ अभी ${time} है। आज की तारीख़ और सारे समय इसी क्षेत्र के हैं।`,
  zoneTitle: (zone: string): string => `समय क्षेत्र ${zone} करें?`,
  zoneMessage: 'सभी बुक अपॉइंटमेंट की तारीख़ और समय वही रहते हैं, इसलिए वे पहले से अलग क्षण पर होंगे।',
  zoneAction: 'समय क्षेत्र बदलें',
  linkHost: 'मीटिंग लिंक का पता',
  linkHostHint: 'डॉक्टरों के लिंक इसी से शुरू होते हैं। पहले से दिए गए लिंक बने रहते हैं।',
  email: 'मरीज़ों का ईमेल',
  emailNeeded: 'बुकिंग के लिए ज़रूरी',
  emailOptional: 'वैकल्पिक',
  order: 'कतार का क्रम',
  byToken: 'टोकन से',
  byTime: 'अपॉइंटमेंट के समय से',
  lateAfter: 'देर कब से मानें',
  lateAfterHint: 'इसके बाद जो मरीज़ नहीं आए, वे “देर से” में दिखते हैं; समय के क्रम वाली कतार में इससे देर से आने वाले पीछे रहते हैं।',
  lateAfterChoice: (minutes: number): string => (minutes === 0 ? 'अपॉइंटमेंट के समय से' : `${countText(minutes)} मिनट बाद`),
  overbook: 'क्षमता से अधिक बुकिंग',
  overbooked: (count: number): string => (count === 0 ? 'कभी नहीं' : `क्षमता से ${countText(count)} अधिक तक`),
  calendarNames: 'कैलेंडर फ़ीड में मरीज़ों के नाम',
  calendarNamesHint: 'जिसके पास फ़ीड का पता हो, वह उसे बिना पासवर्ड पढ़ सकता है, जैसे Google का कैलेंडर।',
  namesHidden: 'छिपे हुए',
  namesShown: 'दिखाए जाते हैं',
  messages: 'मरीज़ों को ईमेल से संदेश',
  messagesHint:
    'अब से बुक होने या बदलने वाले अपॉइंटमेंट के लिए। बदलाव के संदेश 3 मिनट रुकते हैं, ताकि सुधारी गई भूल किसी तक न पहुँचे; रात 9 से सुबह 8 बजे तक केवल दो घंटे पहले की याद और ज़रूरी बदलाव भेजे जाते हैं।',
  messageKinds: {
    booked: 'बुक हुआ',
    moved: 'नया समय या डॉक्टर',
    cancelled: 'रद्द हुआ',
    dayBefore: 'एक दिन पहले शाम 6 बजे की याद',
    hoursBefore: 'दो घंटे पहले की याद',
    offered: 'जगह खाली है, प्रतीक्षा सूची को',
  },
  messageLanguage: 'संदेशों की भाषा',
  messageLanguages: { en: 'English', hi: 'हिन्दी' },
  save: 'सेटिंग सहेजें',
  saved: 'सेटिंग सहेजी गईं',
  saveFailed: 'सेटिंग सहेजी नहीं जा सकीं। कृपया फिर कोशिश करें।',
};

export const secondFactorRuleText = {
  title: 'दूसरा फ़ैक्टर',
  lead: 'जिनके लिए ज़रूरी है और जिनके पास नहीं है, वे साइन आउट हो जाते हैं और अगले साइन-इन में जोड़ते हैं।',
  label: 'किसके लिए ज़रूरी',
  policies: { optional: 'किसी के लिए नहीं', administrators: 'एडमिन और ऑडिटर', everyone: 'सबके लिए' },
  failed: 'नियम सहेजा नहीं जा सका। कृपया फिर कोशिश करें।',
  save: 'सहेजें',
  saved: 'नियम सहेजा गया',
};

export const idleTimeText = {
  title: 'अपने-आप साइन आउट',
  lead: 'जो डेस्क छोड़ते समय साइन आउट नहीं करते, वे इतनी देर बाद साइन आउट हो जाते हैं। लाइव बदलाव इस्तेमाल नहीं गिने जाते।',
  label: 'इतनी देर बाद साइन आउट',
  asInstalled: 'जैसा इस इंस्टॉलेशन में तय है',
  minutes: (count: number) =>
    count < 60 ? `${count} मिनट` : plural(count / 60, { one: '1 घंटा', other: `${count / 60} घंटे` }),
  save: 'समय सहेजें',
  saved: 'अपने-आप साइन आउट सहेजा गया',
  failed: 'अपने-आप साइन आउट सहेजा नहीं जा सका। कृपया फिर कोशिश करें।',
};
