import { feeRulesChange } from '@dayline/contracts/client-settings';
import { withoutWeek, withWeek } from '@dayline/contracts/clinic/weeks';
import { unknownYet } from '@dayline/contracts/doctors';
import { doctorAccountTypes } from '@dayline/contracts/events/people';
import { searchText } from '@dayline/contracts/fold';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { changed, ignored, mustExist, type View } from '../projection.ts';

const searchTextOf = (doctor: Pick<DoctorRow, 'name' | 'specialization' | 'externalId'>): string =>
  searchText(doctor.name, doctor.specialization, doctor.externalId);

/** A doctor's profile and weekly templates. Key: the POC's id. */
export const doctors: View<DoctorRow, 'doctor' | 'doctorSchedule'> = {
  name: 'doctors',
  indexes: [
    { name: 'byClient', fields: ['clientId', 'search'] },
    { name: 'byDepartment', fields: ['departmentId', 'search'] },
  ],
  changes: {
    DoctorAdded: {
      fold(_, { data, position }, key) {
        return {
          key,
          at: position,
          ...data,
          ...unknownYet,
          schedule: null,
          search: searchTextOf(data),
        };
      },
    },
    DoctorProfileRevised: {
      fold: (row, event) =>
        changed(row, event, {
          ...event.data,
          search: searchTextOf({ ...mustExist(row, event), name: event.data.name }),
        }),
    },
    DoctorDetailsCorrected: {
      fold: (row, event) =>
        changed(row, event, {
          ...event.data,
          search: searchTextOf({ ...mustExist(row, event), name: event.data.name }),
        }),
    },
    DoctorDepartmentChanged: {
      fold(row, event) {
        const { departmentId, specialization } = event.data;
        const search = searchTextOf({ ...mustExist(row, event), specialization });
        return changed(row, event, { departmentId, specialization, search });
      },
    },
    DoctorBranchSet: { fold: (row, event) => changed(row, event, { branchId: event.data.branchId }) },
    DoctorExternalIdSet: {
      fold(row, event) {
        const { externalId } = event.data;
        return changed(row, event, { externalId, search: searchTextOf({ ...mustExist(row, event), externalId }) });
      },
    },
    DoctorEmailChanged: { fold: (row, event) => changed(row, event, { email: event.data.email }) },
    ProfilePhotoChanged: { fold: (row, event) => changed(row, event, { photoId: event.data.photoId }) },
    MeetingLinkSet: { fold: (row, event) => changed(row, event, { meetingLink: event.data.link }) },
    ConsultationFeeSet: { fold: (row, event) => changed(row, event, { consultationFee: event.data.fee }) },
    DoctorOnRequestSet: { fold: (row, event) => changed(row, event, { onRequest: event.data.sentence }) },
    DoctorLeft: { fold: (row, event) => changed(row, event, { leftFrom: event.data.from }) },
    DoctorReturned: { fold: (row, event) => changed(row, event, { leftFrom: null }) },
    FeeRulesSet: {
      fold: (row, event) => changed(row, event, { ...event.data, feeRulesChange: feeRulesChange(event) }),
    },
    CalendarFeedOpened: {
      fold: (row, event) => changed(row, event, { calendarFeedSince: event.metadata.recordedAt }),
    },
    CalendarFeedRevoked: {
      fold(row, event) {
        const { calendarFeedSince: _, ...before } = mustExist(row, event);
        return changed(before, event, {});
      },
    },
    RoomSet: { fold: (row, event) => changed(row, event, { room: event.data.room }) },
    WeeklyScheduleSet: {
      fold(row, event) {
        const { schedule } = mustExist(row, event);
        return changed(row, event, { schedule: withWeek(schedule, { ...event.data, revision: event.revision }) });
      },
    },
    ScheduleChangeWithdrawn: {
      fold(row, event) {
        const { schedule } = mustExist(row, event);
        return changed(row, event, { schedule: withoutWeek(schedule, event.data.from, event.revision) });
      },
    },
    ...ignored('DoctorEmailChangeRequested', ...doctorAccountTypes),
  },
};
