import type { DropReason } from '@dayline/contracts/events/contact/messages';
import type { MessageKind } from '@dayline/contracts/patients/messages';

const kinds: Readonly<Record<MessageKind, string>> = {
  booked: 'बुकिंग',
  moved: 'नया समय',
  cancelled: 'रद्द होना',
  dayBefore: 'एक दिन पहले की याद',
  hoursBefore: 'दो घंटे पहले की याद',
  offered: 'खाली जगह',
  next: 'बारी आने वाली है',
};
const reasons: Readonly<Record<DropReason, string>> = {
  cancelled: 'अपॉइंटमेंट रद्द हुआ',
  changed: 'अपॉइंटमेंट बदल गया',
  marked: 'अपॉइंटमेंट की स्थिति दर्ज हुई',
  past: 'अपॉइंटमेंट शुरू हो चुका है',
  late: 'उसका समय निकल गया',
  erased: 'मरीज़ का डेटा मिटाया गया',
  declined: 'मरीज़ को संदेश नहीं चाहिए',
  noAddress: 'मरीज़ का ईमेल पता नहीं है',
  switchedOff: 'ये संदेश बंद हैं',
  restored: 'उसके समय के बाद लॉग पीछे किया गया',
  stopped: 'उसे रोका गया',
  offerEnded: 'पेशकश समाप्त हो चुकी है',
  called: 'मरीज़ को बुलाया गया',
  notNext: 'मरीज़ की बारी अब पास नहीं है',
};

/** An event of a later release may name others. */
export const messageOf = (kind: string): string => kinds[kind as MessageKind] ?? kind;
export const droppedBecause = (because: string): string => reasons[because as DropReason] ?? because;
