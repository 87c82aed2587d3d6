import type { Delivery } from '../deliveries-port.ts';
import type { VaultsUnderTest } from './onboarding-contract.ts';

const idOf = (number: number): string => `01J000000000000000000${String(number).padStart(5, '0')}`;

/** What every vault keeps of deliveries. */
export function describeDeliveries({ vault }: Pick<VaultsUnderTest, 'vault'>): void {
  describe('deliveries of webhooks', () => {
    const delivery = (number: number, more: Partial<Delivery> = {}): Delivery => ({
      ...{ id: idOf(number), webhookId: 'webhook-a', eventId: 'event', type: 'slots.blocked', at: Date.now(), ms: 12 },
      ...{ attempt: 1, run: 'run', status: 503, error: null, sent: '{}', answer: 'no', nextAt: Date.now() + 5_000 },
      ...more,
    });

    test('are listed newest first, of one webhook, and found', async () => {
      const { deliveries } = vault();
      expect(await deliveries.last('webhook-a')).toBeNull();
      const kept = [1, 2, 3].map((number) => delivery(number));
      for (const one of kept) await deliveries.add(one, 9);
      await deliveries.add(delivery(4, { webhookId: 'webhook-b' }), 9);
      const byHand = delivery(5, { attempt: 0, status: null, error: 'no answer in time', nextAt: null });
      await deliveries.add(byHand, 9);
      expect(await deliveries.list('webhook-a', 2)).toEqual([byHand, kept[2]]);
      expect(await deliveries.list('webhook-a', 9, idOf(3))).toEqual([kept[1], kept[0]]);
      expect(await deliveries.last('webhook-a')).toEqual(kept[2]);
      expect(await deliveries.find('webhook-a', idOf(2))).toEqual(kept[1]);
      expect(await deliveries.find('webhook-b', idOf(2))).toBeNull();
    });

    test('are the last ones of a webhook', async () => {
      const { deliveries } = vault();
      await deliveries.add(delivery(99, { webhookId: 'webhook-d' }), 3);
      for (let number = 0; number < 6; number += 1) {
        await deliveries.add(delivery(number, { webhookId: 'webhook-c' }), 3);
      }
      const kept = await deliveries.list('webhook-c', 9);
      expect(kept.map(({ id }) => id)).toEqual([5, 4, 3].map(idOf));
      expect(await deliveries.list('webhook-d', 9)).toHaveLength(1);
    });
  });
}
