import { type Token, tokenText } from '@dayline/contracts/hall/tokens';
import { clockTime } from '../../format/time.ts';

export const presenceText = {
  arrived: 'आ गए',
  call: 'बुलाएँ',
  callNext: 'अगले को बुलाएँ',
  callAgain: 'फिर बुलाएँ',
  withdrawArrival: 'आना दर्ज करना वापस लें',
  withdrawCall: 'बुलाना वापस लें',
  hasArrived: (token: Token) => `आ गए, टोकन ${tokenText(token)}`,
  arrivalWithdrawn: 'आना दर्ज करना वापस लिया गया',
  wasCalled: (token: Token, room: string | null) =>
    room === null ? `टोकन ${tokenText(token)} बुलाया गया` : `टोकन ${tokenText(token)} बुलाया गया: ${room}`,
  callWithdrawn: 'बुलाना वापस लिया गया',
  arriveFailed: 'आना दर्ज नहीं हो सका',
  callFailed: 'मरीज़ को बुलाया नहीं जा सका',
  nextIs: (token: Token) => `अब टोकन ${tokenText(token)} अगला है।`,
  nobodyIsNext: 'अब कोई प्रतीक्षा में नहीं है।',
  token: (token: Token) => (token.token === 0 ? '' : `टोकन ${tokenText(token)}`),
  waiting: (token: string) => ['प्रतीक्षा में', token].filter(Boolean).join(', '),
  called: (token: string) => ['बुलाए गए', token].filter(Boolean).join(', '),
  calledElsewhere: (doctor: string, room: string | null) =>
    room === null ? `अभी ${doctor} के यहाँ बुलाए गए` : `अभी ${doctor} के यहाँ बुलाए गए, ${room}`,
  waited: (minutes: number) =>
    minutes < 60 ? `${minutes} मिनट` : `${Math.floor(minutes / 60)} घं ${minutes % 60} मिनट`,
  calledAt: (time: string, room: string | null) =>
    room === null ? `बुलाया ${clockTime(time)}` : `${room} में, ${clockTime(time)}`,
  room: 'कमरा',
  roomHint: 'वह कमरा जहाँ आप मरीज़ों को बुलाते हैं',
  roomSaved: 'कमरा सहेजा गया',
  roomFailed: 'कमरा सहेजा नहीं जा सका',
};
