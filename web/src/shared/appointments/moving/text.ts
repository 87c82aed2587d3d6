import { defineText } from '../../../ui/locale/define-text.ts';

/** The words of a move to another time. */
export const movingText = defineText({
  hi: async () => (await import('./text.hi.ts')).movingText,
  en: {
    move: 'Move…',
    isCalled: 'The patient is called. Withdraw the call first.',
    title: (name: string) => `Move ${name}`,
    nearest: 'Nearest free',
    changes: 'What changes',
    from: 'From',
    to: 'To',
    chooseTime: 'choose a time',
    payment: 'Payment goes along',
    freePlace: (time: string) => `${time} becomes free`,
    freePlaces: (free: number, of: number) => `${free} of ${of} places are free then`,
    reason: 'Reason',
    keep: 'Keep as It Is',
    moveTo: (name: string, time: string) => `Move ${name} to ${time}`,
    moveToSome: (name: string) => `Move ${name} to …`,
    offer: (time: string) => `Move to ${time}`,
    stillHas: (name: string, time: string) => `${name} still has ${time}.`,
    another: 'Another doctor',
    whose: 'Doctor',
    otherDoctors: 'Doctors by their next free time',
    changeDoctor: 'Another one',
    paidWith: (payment: string, doctor: string) => `${payment} with ${doctor}`,
    arrivalEnds: 'The arrival ends',
    arrivalHint: 'A new token on arrival. Only another time of the same day and doctor keeps it.',
    movedBy: (by: string, when: string) => `${by} moves it to ${when}.`,
    keys: '{enter} moves, {escape} keeps it as it is · can be undone for 15 s',
  },
});
