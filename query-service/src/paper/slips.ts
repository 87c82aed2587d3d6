import { shownIdentity } from '@dayline/contracts/clinic/identity';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import type { Slip } from '@dayline/contracts/endpoints/appointments/slips';
import { refuse } from '@dayline/contracts/errors';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import { meetingLinkOf, moneyOf, unknownDoctor } from '../desk/cards.ts';
import type { Queries } from '../queries/answer.ts';

/** A time of this length is one of a whole session, in which patients come when they can. */
const longMinutes = 120;

function feeOf({ fee }: AppointmentRow): Pick<Slip, 'fee'> {
  if (!fee || fee.isOther) return {};
  const { rule, paise, registration } = fee;
  return { fee: { rule, paise, registration } };
}

export const slipQueries: Queries<'getSlip'> = {
  async getSlip({ appointmentId }, { desk, directory }) {
    const row = await desk.row('appointments', appointmentId);
    if (!row) {
      const movedRow = await desk.row('movedAppointments', appointmentId);
      if (!movedRow) return refuse('appointment.unknown');
      const time = (await desk.row('appointments', movedRow.to))?.time ?? movedRow.time;
      const to = { appointmentId: movedRow.to, ...doctorDayOf(movedRow.to), time, by: movedRow.movedBy };
      return refuse('appointment.moved', { details: { moved: to } });
    }
    const doctor = directory.doctor(row.pocId);
    return {
      body: {
        appointmentId,
        status: row.status,
        clientName: directory.client(row.clientId)?.name ?? 'Unknown Client',
        branch: directory.branch(row.session?.branchId ?? row.branchId)?.name ?? null,
        userId: row.patientId,
        patientName: row.patientName,
        ...shownIdentity(row.patientIdentity, row.date),
        phone: row.patientPhone,
        pocId: row.pocId,
        pocName: doctor?.name ?? unknownDoctor.name,
        specialization: doctor?.specialization ?? unknownDoctor.specialization,
        room: row.session?.room ?? doctor?.room ?? null,
        ...(row.session?.name !== undefined && { session: row.session.name }),
        type: row.type,
        date: row.date,
        time: row.time,
        ...(row.minutes >= longMinutes && { comeUntil: spanFrom(row.time, row.minutes).to }),
        token: row.presence?.token ?? null,
        ...(row.presence?.letter !== undefined && { tokenLetter: row.presence.letter }),
        ...feeOf(row),
        money: moneyOf(row, directory),
        payment: row.payment,
        ...meetingLinkOf(row, directory),
      },
    };
  },
};
