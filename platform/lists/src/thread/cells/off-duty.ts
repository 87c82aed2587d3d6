import { fold } from '@dayline/contracts/fold';

/** Written where a doctor sees no patients, and the reason that is recorded. */
const reasons: readonly (readonly [words: RegExp, reason: string])[] = [
  [
    /^(?:off|day off|off duty|(?:week(?:ly)?|night|comp(?:ensatory)?)[ -]off|w ?\/? ?o|wo|no opd|no clinic|nil|not available|unavailable|n ?\/? ?a)$/,
    'Off',
  ],
  [/^(?:closed?|holiday|बंद|अवकाश|छुट्टी)$/, 'Closed'],
  [
    /^(?:on )?(?:(?:annual|casual|sick|earned|medical|maternity|paternity|privilege|study|c|s|e|m) ?\.?)?(?:leave|l)$|^(?:vacation|absent|on vacation|छुट्टी पर|अवकाश पर)$/,
    'Leave',
  ],
  [/^(?:post|after)[ -](?:on[ -])?call$|^(?:post|pre|night) duty off$/, 'Post on call'],
  [/^(?:on[ -]?call|oncall|call duty|emergency(?: duty)?|casualty(?: duty)?|night(?: duty| shift)?)$/, 'On call'],
  [/^(?:ot|ot day|operation(?: theatre)?|surgery|theatre)$/, 'Operations'],
  [/^(?:conference|cme|training|meeting|workshop|camp|exam(?:ination)? duty|official duty)$/, 'Away'],
];

/** Null: something else, such as hours. */
const reasonIn = (text: string): string | null =>
  reasons.find(([words]) => words.test(fold(text).replace(/[.]$/, '')))?.[1] ?? null;

export const isOff = (text: string): boolean => reasonIn(text) !== null;
export const offReason = (text: string): string => reasonIn(text) ?? 'Off';

export const isOnDuty = (text: string): boolean =>
  /^(?:on duty|duty|on|present|available|working|opd|yes|in|scheduled|active|confirmed|उपस्थित|उपलब्ध)$/.test(fold(text));
