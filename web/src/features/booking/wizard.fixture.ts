import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { testId } from '../../shared/testing/people.ts';
import { answer } from '../../shared/testing/server.ts';

/** A clinic's answers for the wizard's tests: one department, one doctor, three dates. */
export const cardiology = { departmentId: testId(300), Value_name: 'Cardiology' };
export const neurology = { departmentId: testId(301), Value_name: 'Neurology' };
export const asha = {
  POC_ID: testId(200),
  POC_Name: 'Dr. Asha Menon',
  Client_ID: testId(100),
  Specialization: 'Cardiology',
  Contact_Number: null,
  Email: null,
};
export const patientId = testId(400);
export const bookedId = `${asha.POC_ID}_20991125_${testId(500)}`;
export const position = '0000000000000042';

export const dates: ResponseOf<'listDatesWithAvailability'> = [
  { Schedule_Date: '2099-11-24', active_status: 'partial', free: 9 },
  { Schedule_Date: '2099-11-25', active_status: 'available', free: 11 },
  { Schedule_Date: '2099-11-26', active_status: 'blocked', free: 0 },
  { Schedule_Date: '2099-11-27', active_status: 'available', free: 0 },
];

const slot = (appointment_time: string, free: number, active_status: 'available' | 'blocked' = 'available') => ({
  appointment_time,
  active_status,
  free,
  capacity: 3,
});
export const times: ResponseOf<'listTimesWithAvailability'> = [
  slot('09:00', 2),
  slot('09:15', 0),
  slot('09:30', 0, 'blocked'),
  slot('09:45', 3),
  slot('10:00', 1),
  slot('10:15', 2),
];

export const unknownPhone = { exists: false, userId: null, name: null, email: null, location: null };
export const knownPhone = {
  exists: true,
  userId: patientId,
  name: 'Rohan Kulkarni',
  email: 'rohan@mail.example',
  location: 'Pune',
};

/** Everything answers; a test says otherwise for what it is about. */
export function answerAll() {
  return {
    verified: answer('verifyUser', knownPhone),
    departments: answer('listDepartments', [cardiology, neurology]),
    doctors: answer('listDoctorsOfDepartment', ({ body }) =>
      body.departmentId === cardiology.departmentId ? [asha] : [],
    ),
    dates: answer('listDatesWithAvailability', dates),
    times: answer('listTimesWithAvailability', times),
    saved: answer('saveUser', { success: true, message: 'Saved.', position, userId: patientId }),
    booked: answer('createAppointment', { success: true, message: 'Booked.', position, appointmentId: bookedId }),
  };
}

export const goOn = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Continue' }));

/** Walks to a step, from 1, as a front desk would. */
export async function walkTo(user: UserEvent, step: number, type = 'Direct Consultation'): Promise<void> {
  if (step > 1) {
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '9845012345');
    await goOn(user);
    await screen.findByRole('textbox', { name: 'Name' });
  }
  if (step > 2) await goOn(user);
  if (step > 3) {
    await user.click(await screen.findByRole('radio', { name: type }));
    await goOn(user);
  }
  if (step > 4) {
    await screen.findByRole('option', { name: 'Cardiology' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Cardiology');
    await screen.findByRole('option', { name: 'Dr. Asha Menon' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Asha Menon');
    await goOn(user);
  }
  if (step > 5) {
    await user.click(await screen.findByRole('radio', { name: 'Wednesday, November 25, 2099, 11 free' }));
    await user.click(await screen.findByRole('radio', { name: '10:00 AM, 1 left' }));
    await goOn(user);
  }
  if (step > 6) await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  if (step > 6) await screen.findByRole('button', { name: 'Pay Now' });
}
