import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { QueryName } from '@dayline/contracts/endpoints/table';
import type { LargeClient } from './data/data.ts';
import { dataToday } from './data/shape.ts';

/** A list call with the requests that the web's page sends, used in turn. */
export interface ListCase {
  readonly call: QueryName;
  readonly path: string;
  readonly as: 'admin' | 'doctor';
  readonly what: string;
  readonly requests: readonly object[];
}

const pageSize = 10;
/** "pagination shows up to 5 numbers in a sliding window" and the last page; -1 is the last. */
const near = [1, 2, 3, 4, 5, -1];

/**
 * The near pages of every paged list, filtered and sorted as the web does it. Pages after the first are requested by
 * number, which costs more than by cursor.
 */
export function listCases({ clientId, pocId }: LargeClient, doctors: readonly string[]): readonly ListCase[] {
  const paged = (request: object, pages = near) => pages.map((page) => ({ ...request, page, pageSize }));
  return [
    {
      call: 'listAppointmentDetailsOfClient',
      path: '/api/admin/appointment-details',
      as: 'admin',
      what: 'appointments of a client',
      requests: [
        ...paged({ clientId }),
        ...paged({ clientId, status: 'Confirmed' }),
        ...paged({ clientId, status: 'Cancelled' }),
        ...paged({ clientId, status: 'Availed' }),
        ...paged({ clientId, sort: 'oldest' }),
        ...paged({ clientId, status: 'Availed', sort: 'a-z' }),
      ],
    },
    {
      call: 'searchAuditAppointments',
      path: '/api/audit/appointments',
      as: 'admin',
      what: 'appointments to audit',
      requests: [
        ...paged({ clientId }),
        ...paged({ clientId, date: addDays(dataToday, -30) }),
        ...doctors.slice(0, 5).flatMap((doctor) => paged({ clientId, pocId: doctor })),
        ...paged({ clientId, pocId, date: addDays(dataToday, -7) }),
      ],
    },
    {
      call: 'listAppointmentDetailsOfDoctor',
      path: '/api/poc/appointment-details',
      as: 'doctor',
      what: 'appointments of a doctor',
      requests: [
        ...paged({ pocId, status: 'Confirmed' }),
        ...paged({ pocId, status: 'Availed' }),
        ...paged({ pocId, type: 'Tele Consultation' }),
        ...paged({ pocId, type: 'Direct Consultation' }),
      ],
    },
    {
      call: 'listActivity',
      path: '/api/audit/activity',
      as: 'admin',
      what: 'activity of a client',
      requests: [
        { clientId, pageSize: 50 },
        { clientId, pageSize: 50, notable: true },
        { clientId, pageSize: 50, action: 'booking' },
        { clientId, pageSize: 50, outcome: 'undone' },
        ...doctors.slice(0, 5).map((doctor) => ({ clientId, pageSize: 50, pocId: doctor })),
        { clientId, pageSize: 50, from: addDays(dataToday, -90), to: addDays(dataToday, -60) },
      ],
    },
    {
      call: 'listUsers',
      path: '/api/getUsers',
      as: 'admin',
      what: 'patients of a client',
      requests: [...paged({ clientId }), ...paged({ clientId, sort: 'z-a' })],
    },
    {
      call: 'listDoctorsOfClient',
      path: '/api/poc/get-doctors',
      as: 'admin',
      what: 'doctors of a client',
      requests: [
        ...paged({ clientId }),
        ...paged({ clientId, sort: 'z-a' }),
        ...paged({ clientId, search: 'dr. a' }, [1]),
      ],
    },
    {
      call: 'listDepartmentsWithDoctors',
      path: '/api/admin/departments',
      as: 'admin',
      what: 'departments of a client',
      requests: [...paged({ clientId }, [1]), ...paged({ clientId, sort: 'z-a' }, [1])],
    },
    {
      call: 'listSlotsOfDoctor',
      path: '/api/appointments',
      as: 'admin',
      what: "a doctor's slots to the horizon",
      requests: doctors.slice(0, 10).flatMap((doctor) => paged({ clientId, pocId: doctor }, [1, 2, 3])),
    },
  ];
}
