import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the page that a link in an email about a visit opens. */
export const noMessagesText = defineText({
  hi: async () => (await import('./text.hi.ts')).noMessagesText,
  en: {
    title: 'Emails About Your Visits',
    lead: 'The hospital emails you when a visit is booked, moved or cancelled, and reminds you of it.',
    submit: 'No More Emails',
    done: 'You get no more emails about your visits.',
    again: 'If you want them again, please ask the hospital.',
    invalid: 'This link is not valid. Please use the one in the latest email, or call the hospital.',
    noLink: 'Please open the link in the email that you got.',
    failed: 'The choice could not be saved. Please try again.',
  },
});

/** UI text of the page where a patient confirms, moves or cancels a visit. */
export const yourVisitText = defineText({
  hi: async () => (await import('./text.hi.ts')).yourVisitText,
  en: {
    title: 'Your Visit',
    hello: (firstName: string): string => `Hello ${firstName},`,
    visit: (doctor: string, date: string, time: string): string => `You have a visit with ${doctor}: ${date}, ${time}.`,
    place: (hospital: string, branch: string | null): string => (branch === null ? hospital : `${hospital}, ${branch}`),
    confirm: 'Confirm',
    cancel: 'Cancel',
    asksCancel: 'Your place is given to somebody else. Cancel this visit?',
    cancelForGood: 'Yes, Cancel',
    keep: 'No, Keep It',
    confirmed: 'You have confirmed this visit. Thank you.',
    move: 'Another Time',
    freeTimes: (doctor: string): string => `Free times of ${doctor}`,
    looking: 'Looking for free times …',
    noneSoon: 'No free time was found in the next two weeks.',
    noneLater: 'No other time can be booked at the moment. Please call the hospital.',
    later: 'Later Days',
    earlier: 'Earlier Days',
    keepTime: 'Keep This Time',
    asksMove: (date: string, time: string): string => `Move this visit to ${date}, ${time}?`,
    moveThere: 'Yes, Move It',
    moved: 'Your visit was moved. This link works for the new time too.',
    refused: {
      changed: 'This visit has changed in the meantime. Please look at it again.',
      taken: 'This time can no longer be booked. Please choose another one.',
      alreadyBooked: 'You already have a visit at this time. Please choose another one.',
      called: 'This visit has begun. Please ask at the desk.',
      fee: 'The fee is different at this time. To move the visit there, please call the hospital.',
    },
    over: {
      cancelled: 'This visit is cancelled. To book another one, please call the hospital.',
      moving: 'This visit is being moved right now. Please open the link again in a minute.',
      past: 'This visit has begun or is over. Please call the hospital.',
      ended: 'This link has no visit to answer any more. Please call the hospital.',
    },
    invalid: 'This link is not valid. Please use the one in the latest email, or call the hospital.',
    noLink: 'Please open the link in the email that you got.',
    failed: 'Your answer could not be saved. Please try again.',
    again: 'Try Again',
  },
});
