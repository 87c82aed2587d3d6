import { newFeeOf } from '@dayline/contracts/clinic/fee-change';
import { feeRulesOf } from '@dayline/contracts/clinic/fees';
import { noIdentity } from '@dayline/contracts/clinic/identity';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { heldOf } from '@dayline/contracts/fields/visit-money';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { Snapshot } from '../desk/snapshot.ts';
import { priceAt, sessionAt } from './prices.ts';

/** The fee of a visit at another time, day or doctor; undefined if the client has no such doctor. */
export async function feeOfMove(
  snapshot: Snapshot,
  row: AppointmentRow,
  { pocId, date, time }: { readonly pocId: string; readonly date: string; readonly time: string },
): Promise<ResponseOf<'getFeeOfMove'> | undefined> {
  const { desk, directory } = snapshot;
  const { key: ownId, clientId, patientId: userId, type, patientClass, payment: status, due, payments } = row;
  const doctor = directory.doctor(pocId);
  if (!doctor || doctor.clientId !== clientId) return undefined;
  // Without rules a doctor has one fee for all patients and times.
  const hasRules = feeRulesOf(doctor, directory.client(clientId)) !== null;
  const patient = hasRules ? await desk.row('patients', userId) : undefined;
  const visit = { userId, patient: patient ?? noIdentity, type, patientClass, ownId } satisfies Parameters<
    typeof priceAt
  >[2];
  const [here, there] = await Promise.all([
    pocId === row.pocId
      ? priceAt(snapshot, { doctor, clientId, date: row.date, session: row.session?.name }, visit)
      : null,
    (hasRules ? sessionAt(snapshot, doctor, { date, time }) : Promise.resolve(undefined)).then((session) =>
      priceAt(snapshot, { doctor, clientId, date, session }, visit),
    ),
  ]);
  const found = newFeeOf({ status, due, payments }, row.fee?.isOther === true, { here, there });
  const { rule = null, registration = 0 } = found?.change.fee ?? {};
  const fees = { before: due, after: found ? found.change.after : due, rule, registration };
  return { ...fees, paid: heldOf(payments), asks: found?.asks ?? false };
}
