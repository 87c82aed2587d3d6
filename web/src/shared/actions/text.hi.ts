import type { CommandName } from '@dayline/contracts/endpoints/table';

interface OutcomeWords {
  readonly done: string;
  readonly look: string;
}

const day = 'पेज फिर से लोड करके वह दिन जाँचें।';
const bookingWords: OutcomeWords = {
  done: 'अपॉइंटमेंट बुक हुआ',
  look: 'यहाँ फिर से अभी भुगतान या बाद में भुगतान चुनने से वह दो बार बुक नहीं होगा। किसी और तरह से बुक करने से पहले उसे डैशबोर्ड पर सक्रिय अपॉइंटमेंट में ढूँढें।',
};
const blockingWords: OutcomeWords = { done: 'समय ब्लॉक हुए', look: day };
const unblockingWords: OutcomeWords = { done: 'समय अनब्लॉक हुआ', look: day };
const changeWords: OutcomeWords = { done: 'अपॉइंटमेंट बदला', look: 'पेज फिर से लोड करें और अपॉइंटमेंट देखें।' };

const wordsOf: Partial<Record<CommandName, OutcomeWords>> = {
  saveUser: bookingWords,
  createAppointment: bookingWords,
  addDoctor: { done: 'डॉक्टर जुड़े', look: 'फिर से जोड़ने से पहले डॉक्टर को डॉक्टर की सूची में ढूँढें।' },
  blockDay: blockingWords,
  blockSlots: blockingWords,
  unblockSlot: unblockingWords,
  unblockSlotById: unblockingWords,
  updateSchedule: { done: 'समय-सारणी सहेजी गई', look: 'पेज फिर से लोड करें और समय-सारणी देखें।' },
  updateLink: { done: 'लिंक सहेजा गया', look: 'पेज फिर से लोड करें और लिंक देखें।' },
  changeDoctorEmail: { done: 'लिंक भेजा गया', look: 'दूसरा लिंक भेजने से पहले डॉक्टर से पूछें।' },
  setFeeRules: { done: 'फ़ीस सहेजी गई', look: 'पेज फिर से लोड करें और फ़ीस देखें।' },
  setLeft: { done: 'तारीख़ सहेजी गई', look: 'पेज फिर से लोड करके डॉक्टर जाँचें।' },
  setOnRequest: { done: 'अनुरोध की सूचना सहेजी गई', look: 'पेज फिर से लोड करके सूचना जाँचें।' },
  updateConsultationFees: { done: 'फ़ीस सहेजी गई', look: 'पेज फिर से लोड करें और फ़ीस देखें।' },
  updateProfileImage: { done: 'आपकी फ़ोटो सहेजी गई', look: 'पेज फिर से लोड करें और फ़ोटो देखें।' },
  updateAppointmentStatusAsAdmin: changeWords,
  updateAppointmentStatusAsDoctor: changeWords,
  correctAppointmentStatus: changeWords,
  correctPayment: changeWords,
  refundPayment: changeWords,
  moveAppointment: changeWords,
  undoMove: changeWords,
  arrive: changeWords,
  withdrawArrival: changeWords,
  callPatient: changeWords,
  withdrawCall: changeWords,
  walkIn: bookingWords,
  undoWalkIn: changeWords,
  closeDay: { done: 'दिन बंद हुआ', look: 'पेज फिर से लोड करके देखें कि दिन किसने बंद किया।' },
};
const standard: OutcomeWords = { done: 'यह सहेजा गया', look: 'दोबारा करने से पहले पेज फिर से लोड करके देखें।' };

export const toastText = { nothingChanged: 'बदलने के लिए कुछ नहीं है।' };

export const outcomeText = {
  checking: 'सर्वर ने अभी तक जवाब नहीं दिया है।',
  checkingDetail: 'हो सकता है यह सहेजा जा चुका हो। जाँच हो रही है; कृपया रुकें।',
  notCarriedOut: 'कुछ भी सहेजा नहीं गया: सेवा का एक हिस्सा उपलब्ध नहीं है। कृपया थोड़ी देर में फिर कोशिश करें।',
  unknown: (name: CommandName) => `पता नहीं कि ${(wordsOf[name] ?? standard).done} या नहीं।`,
  look: (name: CommandName) => (wordsOf[name] ?? standard).look,
};

export const actionsText = {
  leave: 'बिना सहेजे जाएँ?',
  leaveHint: 'आपकी भरी हुई जानकारी नहीं रहेगी।',
  leaveAction: 'जाएँ',
  stay: 'यहीं रहें',
  nextRow: 'अगली पंक्ति',
  previousRow: 'पिछली पंक्ति',
  keys: 'कीबोर्ड शॉर्टकट',
  showKeys: 'कुंजियाँ दिखाएँ',
  keysOn: 'एक-अक्षर शॉर्टकट चालू हैं',
  hints: {
    ...{ rows: 'आगे-पीछे', doctor: 'डॉक्टर', patient: 'मरीज़', arrived: 'आ गए', call: 'बुलाएँ', visited: 'आए' },
    ...{ notVisited: 'नहीं आए', move: 'समय बदलें', walkIn: 'बिना अपॉइंटमेंट', undo: 'वापस लें', choose: 'चुनें' },
    ...{ upToThere: 'यहाँ तक', correct: 'सुधारें', bookAgain: 'फिर बुक करें', print: 'प्रिंट' },
    keys: 'कुंजियाँ',
  },
};
