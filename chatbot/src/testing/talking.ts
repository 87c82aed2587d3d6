import { slotId } from '@dayline/contracts/ids';
import type { Phone } from '../simulator/simulator.ts';
import type { Stage } from './chat-stage.ts';
import { testId } from './fake-dayline.ts';

export const number = '919876543210';

/** What suites do on the phones of their stage, each up to the reply. */
export function talkingOn(stage: () => Stage) {
  async function say(phone: Phone, text: string): Promise<void> {
    phone.say(text);
    await stage().settle();
  }
  async function tap(phone: Phone, title: string): Promise<void> {
    phone.tap(title);
    await stage().settle();
  }
  /** A patient who has seen Dr. Asha Menon, and has chosen a language. */
  async function known(): Promise<{ phone: Phone; patientId: string }> {
    const { dayline, simulator } = stage();
    const { patientId } = dayline.add('Rohan Kulkarni', number);
    dayline.book(patientId, slotId(testId(1), '2026-11-20', '09:00'));
    const phone = simulator.phone(number);
    await say(phone, 'Hi');
    await tap(phone, 'English');
    return { phone, patientId };
  }
  return { say, tap, known };
}
