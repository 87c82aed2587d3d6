import type { Money } from '@dayline/contracts/appointments';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { CallError } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import {
  bookingsOf,
  type Choice,
  choiceOf,
  feeDifferences,
  isWhole,
  needsMoney,
  type Plan,
  type PlanForAll,
  type PreviewDay,
  planForAll,
  planOf,
  planOfLast,
  rowsOf,
} from '../rules.ts';
import { leaveText as text } from '../text.ts';

/** A leave that is planned: the days and the choice for all are in the address, each row's choice here. */
export function usePlan(pocId: string) {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const { params, set } = useAddressParams();
  const { act, isActing } = useAct();
  const isLast = params.get('last') === '1';
  const [reason, setReason] = useState(isLast ? text.reasonOfLast : '');
  const [own, setOwn] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [money, setMoney] = useState<Money>('refunded');
  const [difference, setDifference] = useState<Difference>('left');
  const [changeCount, setChangeCount] = useState(0);
  const plan = isLast ? planOfLast(params, today) : planOf(params, today);
  const colleague = params.get('with') ?? '';
  const all = planForAll.find((choice) => choice === params.get('all')) ?? 'proposed';
  const request = { pocId, ...plan, ...(colleague !== '' && { colleague }) };
  const preview = useCall('previewLeave', request, { enabled: isWhole(plan, today), keepsPrevious: true });
  const bookings = preview.data ? bookingsOf(preview.data) : [];
  const choiceFor = (row: PreviewDay['bookings'][number]) => choiceOf(row, all, own);
  const asksMoney = needsMoney(bookings, choiceFor);
  const differences = feeDifferences(bookings, choiceFor);
  const agreedDifference = differences.appointments > 0 ? difference : undefined;

  const start = () =>
    act({
      async send() {
        const rows = rowsOf(bookings, choiceFor, agreedDifference);
        const words = reason.trim();
        const agreement = { ...(asksMoney && { money }), ...(agreedDifference && { difference: agreedDifference }) };
        const ofLast = isLast && { lastDay: true as const };
        const more = { ...(words !== '' && { reason: words }), ...agreement, ...ofLast };
        const reply = await call('startLeave', { pocId, ...plan, rows, ...more });
        set({ doctor: pocId, leave: reply.leaveId, last: undefined });
        return reply;
      },
      failed(error) {
        const isChanged = error instanceof CallError && error.code === 'leave.changed';
        const message = isLast ? text.confirmLastFailed : text.startFailed;
        if (!isChanged) return { message, detail: error instanceof CallError ? error.message : '' };
        setChangeCount(error.details?.bookings?.length ?? 0);
        void preview.refetch();
        return undefined;
      },
    });

  return {
    ...{
      today,
      plan,
      isLast,
      colleague,
      all,
      reason,
      setReason,
      money,
      setMoney,
      asksMoney,
      preview,
      bookings,
      chosen: choiceFor,
    },
    ...{ differences, difference, setDifference },
    ...{ changed: changeCount, start, isActing, canStart: isWhole(plan, today) && preview.data !== undefined },
    setPlan: ({ from, to, hours }: Plan) => set({ from, to, start: hours?.from, end: hours?.to }),
    setAll(next: PlanForAll) {
      setOwn(new Map());
      set({ all: next });
    },
    setColleague: (next: string) => set({ with: next, ...(next !== '' && { all: 'colleague' }) }),
    choose: ({ appointmentId }: PreviewDay['bookings'][number], choice: Choice) =>
      setOwn((before) => new Map([...before, [appointmentId, choice]])),
  };
}
export type PlannedLeave = ReturnType<typeof usePlan>;
