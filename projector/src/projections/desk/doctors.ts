import { streamKey } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views';
import { mustExist, noRows, notFolded, type View } from '../projection.ts';

/** A doctor's profile and weekly template. Key: the POC's id. */
export const doctors: View<DoctorRow> = {
  name: 'doctors',
  indexes: [
    { name: 'byClient', fields: ['clientId', 'search'] },
    { name: 'byDepartment', fields: ['departmentId', 'search'] },
  ],
  names(event) {
    switch (event.type) {
      case 'DoctorAdded':
      case 'DoctorProfileRevised':
      case 'DoctorBranchSet':
      case 'ProfilePhotoChanged':
      case 'MeetingLinkSet':
      case 'ConsultationFeeSet':
      case 'WeeklyScheduleSet':
        return [streamKey(event.stream)];
      default:
        return noRows;
    }
  },
  fold(row, event, key) {
    const at = event.position;
    if (event.type === 'DoctorAdded') {
      const { name } = event.data;
      const unknownYet = { qualification: null, location: null, experienceYears: null, photoId: null, schedule: null };
      return { key, at, ...event.data, ...unknownYet, search: name.toLowerCase() };
    }
    const before = mustExist(row, event);
    switch (event.type) {
      case 'DoctorProfileRevised':
        return { ...before, at, ...event.data, search: event.data.name.toLowerCase() };
      case 'DoctorBranchSet':
        return { ...before, at, branchId: event.data.branchId };
      case 'ProfilePhotoChanged':
        return { ...before, at, photoId: event.data.photoId };
      case 'MeetingLinkSet':
        return { ...before, at, meetingLink: event.data.link };
      case 'ConsultationFeeSet':
        return { ...before, at, consultationFee: event.data.fee };
      case 'WeeklyScheduleSet':
        return { ...before, at, schedule: { week: event.data.week, revision: event.revision } };
      default:
        return notFolded(event);
    }
  },
};
