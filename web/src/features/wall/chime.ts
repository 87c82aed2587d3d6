/** In local storage, since it belongs to the screen. Off by default. */
const storageKey = 'dayline.wall.chime';

export const hasChime = (): boolean => localStorage.getItem(storageKey) === 'on';
export const keepChime = (isOn: boolean): void => localStorage.setItem(storageKey, isOn ? 'on' : 'off');

/** In Hz: a descending third, like a doorbell. */
const notes = [659.25, 523.25];
const noteLength = 0.9;
const loudness = 0.12;

let context: AudioContext | undefined;

/** Two soft notes. A browser stays silent if it hasn't been clicked since it was opened. */
export async function ring(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  for (const [index, frequency] of notes.entries()) {
    const from = context.currentTime + index * (noteLength / 2);
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, from + noteLength);
    gain.connect(context.destination);
    const note = new OscillatorNode(context, { type: 'sine', frequency });
    note.connect(gain);
    note.start(from);
    note.stop(from + noteLength);
  }
}
