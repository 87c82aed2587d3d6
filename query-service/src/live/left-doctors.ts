import { hasLeft } from '@dayline/contracts/doctors';
import type { Read } from '../desk/snapshot.ts';
import { doctorOfRoom } from './rooms.ts';

/** Those of the rooms that belong to doctors whose last day is over at their clinic. */
export async function roomsOfLeft(rooms: Iterable<string>, read: Read): Promise<string[]> {
  const ofDoctors = [...rooms].filter((room) => doctorOfRoom(room) !== null);
  if (ofDoctors.length === 0) return [];
  const { directories, clinicOf } = await read();
  return ofDoctors.filter((room) => {
    const pocId = doctorOfRoom(room) ?? '';
    const clientId = directories.clientOf('doctor', pocId) ?? '';
    const doctor = directories.of(clientId).doctor(pocId);
    return doctor !== null && hasLeft(doctor, clinicOf(clientId).date);
  });
}
