import type { KeptReason } from '@dayline/contracts/patients/retention';
import { counted, countText } from '../../ui/locale/words.ts';

export const retentionText = {
  failed: 'मरीज़ों की सूची लोड नहीं हो सकी। कृपया फिर से कोशिश करें।',
  period: 'बिना विज़िट वाले मरीज़',
  periodLead: 'अपने-आप कुछ नहीं मिटता: जिनकी अवधि पूरी हुई, वे नीचे हैं, और एडमिन तय करता है।',
  keptFor: 'आख़िरी विज़िट के बाद रखें',
  always: 'बिना समय-सीमा',
  years: (count: number): string => `${countText(count)} साल`,
  save: 'सहेजें',
  saved: 'अवधि सहेजी गई',
  saveFailed: 'अवधि सहेजी नहीं जा सकी। कृपया फिर से कोशिश करें।',
  due: 'मिटाने योग्य',
  dueLead: (date: string): string =>
    `${date} से पहले दर्ज हुए और आख़िरी बार आए। किसी भी स्थिति की बुकिंग विज़िट मानी जाती है। मिलाए गए रिकॉर्ड यहाँ नहीं हैं; उन्हें ऑपरेटर मिटाता है।`,
  none: 'किसी की अवधि पूरी नहीं हुई',
  noneHint: 'सभी इसके बाद दर्ज हुए या आए।',
  noneFrom: 'मरीज़ बिना समय-सीमा के रखे जाते हैं।',
  noName: 'नाम नहीं',
  lastVisit: (date: string): string => `आख़िरी विज़िट ${date}`,
  noVisit: (date: string): string => `कोई विज़िट नहीं, ${date} को दर्ज`,
  erase: (count: number): string => `${countText(count)} मरीज़ मिटाएँ…`,
  eraseTitle: (count: number): string => `${countText(count)} मरीज़ मिटाने हैं?`,
  eraseMessage:
    'नाम, फ़ोन और बाकी सारी जानकारी हमेशा के लिए नष्ट होती है, इतिहास में भी; विज़िट केवल गिनती के रूप में रहती हैं। इस बीच जिनकी बुकिंग हुई, वे बने रहते हैं।',
  eraseAction: 'हमेशा के लिए मिटाएँ',
  erased: (count: number): string => counted(count, { one: 'मरीज़ मिटाया गया', other: 'मरीज़ मिटाए गए' }),
  kept: (name: string, reason: KeptReason): string =>
    reason === 'merged'
      ? `${name} बने रहते हैं: रिकॉर्ड मिलाया गया है, उसे ऑपरेटर मिटाता है।`
      : `${name} बने रहते हैं: इस बीच दर्ज हुए, बुकिंग हुई या आए।`,
  eraseFailed: 'मरीज़ मिटाए नहीं जा सके। कृपया फिर से कोशिश करें।',
  more: 'आगे दिखाएँ',
  start: 'शुरू से दिखाएँ',
  others: 'बाकी डेटा',
  otherLead:
    'संपर्क फ़ॉर्म के संदेश इंस्टॉलेशन के हैं; उसका ऑपरेटर उन्हें हटाता है। कर्मचारियों ने क्या किया, और पासवर्ड व दूसरे चरण के बदलाव, लॉग में नाम के साथ रहते हैं।',
  signIns: 'साइन इन',
  signInsLead:
    'किसने साइन इन और साइन आउट किया, और कौन-से साइन इन अस्वीकार हुए। अपने-आप कुछ नहीं मिटता: जिन महीनों की अवधि पूरी हुई, वे नीचे हैं, और एडमिन तय करता है।',
  signInsLeadSince: (month: string): string =>
    `${month} से किसने साइन इन और साइन आउट किया, और कौन-से साइन इन अस्वीकार हुए; पहले के नाम के साथ रहते हैं। अपने-आप कुछ नहीं मिटता: जिन महीनों की अवधि पूरी हुई, वे नीचे हैं, और एडमिन तय करता है।`,
  signInsKeptFor: 'साइन इन रखें',
  signInsFailed: 'साइन इन लोड नहीं हो सके। कृपया फिर से कोशिश करें।',
  dueMonths: 'मिटाने योग्य महीने',
  noMonths: 'किसी महीने की अवधि पूरी नहीं हुई',
  noMonthsHint: (month: string): string => `साइन इन ${month} से रखे जाते हैं।`,
  noMonthsFrom: 'साइन इन बिना समय-सीमा के रखे जाते हैं।',
  entries: (count: number): string => counted(count, { one: 'प्रविष्टि', other: 'प्रविष्टियाँ' }),
  eraseMonths: (count: number): string => `${counted(count, { one: 'महीना', other: 'महीने' })} मिटाएँ…`,
  eraseMonthsTitle: (count: number): string => `${counted(count, { one: 'महीने', other: 'महीनों' })} के साइन इन मिटाएँ?`,
  eraseMonthsMessage: 'इसके बाद कोई नहीं जान सकेगा कि ये साइन इन किसके थे; प्रविष्टियाँ इतिहास में बिना खाते के रहती हैं।',
  monthsErased: (count: number): string => counted(count, { one: 'महीना मिटाया गया', other: 'महीने मिटाए गए' }),
  eraseMonthsFailed: 'साइन इन मिटाए नहीं जा सके। कृपया फिर से कोशिश करें।',
};
