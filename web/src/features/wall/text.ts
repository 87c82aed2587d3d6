/** A display is read by everybody at once: its labels are in both languages. */
export interface Both {
  readonly en: string;
  readonly hi: string;
}

export const wallText = {
  page: 'Queue',
  doctor: { en: 'Doctor', hi: 'डॉक्टर' },
  tokenNow: { en: 'Token now', hi: 'टोकन अभी' },
  token: { en: 'Token', hi: 'टोकन' },
  room: { en: 'Room', hi: 'कमरा' },
  next: { en: 'Next', hi: 'अगले' },
  nowCalled: { en: 'Now called', hi: 'अभी बुलाया गया' },
  lateBy: (minutes: number): Both => ({ en: `About ${minutes} minutes late`, hi: `लगभग ${minutes} मिनट देर` }),
  nobody: 'No one',
  noRoom: 'No room',
  nobodyWaits: 'No one waiting',
  live: { en: 'Live', hi: 'लाइव' },
  backAt: (time: Both): Both => ({ en: `Back at ${time.en}`, hi: `ब्रेक ${time.hi} बजे तक` }),
  nextAt: (time: Both): Both => ({ en: `Next at ${time.en}`, hi: `${time.hi} बजे से` }),
  onUntil: (time: Both): Both => ({ en: `Here until ${time.en}`, hi: `${time.hi} बजे तक उपलब्ध` }),
  onUntilMidnight: { en: 'Here until midnight', hi: 'आधी रात तक उपलब्ध' },
  over: { en: 'Finished for today', hi: 'आज का समय पूरा' },
  off: { en: 'Not here today', hi: 'आज उपलब्ध नहीं' },
  asOf: (time: string): Both => ({ en: `As of ${time}`, hi: `${time} तक की जानकारी` }),
  ask: { en: 'Please ask at the desk', hi: 'कृपया काउंटर पर पूछें' },
  dayOver: {
    en: 'That day has passed. Please ask at the desk',
    hi: 'वह दिन बीत गया। कृपया काउंटर पर पूछें',
  },
  connecting: { en: 'Connecting', hi: 'कनेक्ट हो रहा है' },
  revoked: { en: 'This screen is no longer connected', hi: 'यह स्क्रीन अब जुड़ी नहीं है' },
  unpaired: { en: 'This screen is not paired yet', hi: 'यह स्क्रीन अभी जुड़ी नहीं है' },
  codeHint: {
    en: 'At the desk, open Settings, Displays, Enter Code and type:',
    hi: 'काउंटर पर सेटिंग्स, डिस्प्ले, कोड लिखें खोलें और यह लिखें:',
  },
  codeLabel: (code: string): string => `Code ${[...code].join(' ')}`,
  pairTitle: { en: 'Show the queue on this screen?', hi: 'क्या इस स्क्रीन पर क्यू दिखानी है?' },
  pairHint: {
    en: 'It shows tokens and rooms, but no patient names. The link works once.',
    hi: 'इस पर टोकन और कमरे दिखेंगे, मरीज़ों के नाम नहीं। लिंक एक ही बार चलता है।',
  },
  pair: { en: 'Pair', hi: 'जोड़ें' },
  invalid: {
    en: 'This link is no longer valid. Please ask an administrator for a new one.',
    hi: 'यह लिंक अब मान्य नहीं है। कृपया व्यवस्थापक से नया लिंक माँगें।',
  },
  failed: {
    en: 'The screen could not be paired. Please try again.',
    hi: 'स्क्रीन जोड़ी नहीं जा सकी। कृपया फिर से कोशिश करें।',
  },
  chime: { en: 'Chime', hi: 'घंटी' },
  fullScreen: { en: 'Full screen', hi: 'पूरी स्क्रीन' },
} as const;
