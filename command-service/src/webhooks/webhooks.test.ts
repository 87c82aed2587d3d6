import type { WebhookEvent } from '@dayline/contracts/events/webhooks';
import { maxWebhooks } from '@dayline/contracts/partner/webhook';
import { specification } from '../testing/given-when-then.ts';
import { maxTries, waitAfter } from './tries.ts';
import { webhooks } from './webhooks.ts';

const webhookId = '01J0000000000000000000000W';
const url = 'https://lims.example:8443/dayline?word=1';
const host = 'lims.example:8443';
const types = ['appointment.booked', 'appointment.moved'] as const;
const named = { webhookId, host };

const added: WebhookEvent = { type: 'WebhookAdded', data: { ...named, url, types: [...types] } };
const disabled = (reason: 'admin' | 'failed'): WebhookEvent => ({
  type: 'WebhookDisabled',
  data: { ...named, reason },
});
const enabled: WebhookEvent = { type: 'WebhookEnabled', data: named };

describe('the webhooks of a client', () => {
  const { given } = specification(webhooks);

  test('are added once each, and are at most twenty', () => {
    given().when({ kind: 'add', webhookId, url, types }, {}).thenAppends(added);
    given(added).when({ kind: 'add', webhookId, url, types }, {}).thenRefused('value.taken');
    const many = Array.from(
      { length: maxWebhooks },
      (_, index): WebhookEvent => ({
        type: 'WebhookAdded',
        data: { ...added.data, webhookId: `webhook ${index}`, url, types: [...types] },
      }),
    );
    given(...many)
      .when({ kind: 'add', webhookId, url, types }, {})
      .thenRefused('webhook.limit');
  });

  test('have another address and types after a change; the same ones change nothing', () => {
    given(added).when({ kind: 'change', webhookId, url, types }, {}).thenAppends();
    const data = { webhookId, host: 'other.example', url: 'https://other.example/', types: [types[0]] };
    given(added)
      .when({ kind: 'change', webhookId, url: data.url, types: data.types }, {})
      .thenAppends({ type: 'WebhookChanged', data });
  });

  test('have a further generation of the secret with each rotation', () => {
    const rotated = (generation: number): WebhookEvent => ({
      type: 'WebhookSecretRotated',
      data: { ...named, generation },
    });
    given(added).when({ kind: 'rotate', webhookId }, {}).thenAppends(rotated(1));
    given(added, rotated(1)).when({ kind: 'rotate', webhookId }, {}).thenAppends(rotated(2));
  });

  test('are disabled and enabled, and a replay enables', () => {
    given(added).when({ kind: 'disable', webhookId, reason: 'admin' }, {}).thenAppends(disabled('admin'));
    given(added, disabled('admin')).when({ kind: 'disable', webhookId, reason: 'failed' }, {}).thenAppends();
    given(added, disabled('failed')).when({ kind: 'enable', webhookId }, {}).thenAppends(enabled);
    given(added).when({ kind: 'enable', webhookId }, {}).thenAppends();
    const replayed: WebhookEvent = { type: 'WebhookReplayed', data: { ...named, after: null, since: null } };
    given(added, disabled('failed'))
      .when({ kind: 'replay', webhookId, after: null, since: null }, {})
      .thenAppends(replayed);
    given(added, disabled('failed'), replayed).when({ kind: 'enable', webhookId }, {}).thenAppends();
  });

  test('are not given up by what was decided before a change', () => {
    const stale = { kind: 'disable', webhookId, reason: 'failed', revision: 0 } as const;
    given(added).when(stale, {}).thenAppends(disabled('failed'));
    given(added, disabled('admin'), enabled).when(stale, {}).thenAppends();
  });

  test('are unknown once removed, and of another client', () => {
    const removed: WebhookEvent = { type: 'WebhookRemoved', data: named };
    given(added).when({ kind: 'remove', webhookId }, {}).thenAppends(removed);
    for (const kind of ['enable', 'rotate', 'remove'] as const) {
      given(added, removed).when({ kind, webhookId }, {}).thenRefused('webhook.unknown');
      given().when({ kind, webhookId }, {}).thenRefused('webhook.unknown');
    }
  });
});

test('ten tries take 76 hours, spread by a tenth; a receiver can ask for a longer wait, up to a day', () => {
  const waits = Array.from({ length: maxTries + 1 }, (_, tried) => waitAfter(tried, null, 0.5));
  expect(waits.pop()).toBeNull();
  expect(waits.slice(0, 3)).toEqual([0, 5_000, 300_000]);
  const hour = 3_600_000;
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / hour).toBeCloseTo(75.6, 1);
  expect([waitAfter(4, null, 0), waitAfter(4, null, 1)]).toEqual([6_480_000, 7_920_000]);
  expect(waitAfter(1, 90_000, 0.5)).toBe(90_000);
  expect(waitAfter(1, 1_000, 0.5)).toBe(5_000);
  expect(waitAfter(1, 99 * hour, 0.5)).toBe(24 * hour);
});
