import type { Identity } from '@dayline/contracts/endpoints/session';

/** `client:{id}` for its admins and auditors, `poc:{id}` for the doctor, `display:{id}` for a display. */
export type Room = `client:${string}` | `poc:${string}` | `display:${string}`;

export const roomOfClient = (clientId: string): Room => `client:${clientId}`;
export const roomOfDoctor = (pocId: string): Room => `poc:${pocId}`;
/** Null for another room. */
export const doctorOfRoom = (room: string): string | null => (room.startsWith('poc:') ? room.slice(4) : null);
export const roomOfDisplay = (displayId: string): Room => `display:${displayId}`;

/** The one room of a session, chosen by the server, never by the page. Null if an account has neither. */
export function roomOf({ role, clientId, pocId }: Identity): Room | null {
  if (role === 'doctor') return pocId === null ? null : roomOfDoctor(pocId);
  return roomOfClient(clientId);
}
