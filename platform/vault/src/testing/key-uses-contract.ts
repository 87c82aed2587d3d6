import type { Vault } from '../port.ts';

interface Vaults {
  vault(): Vault;
  /** The same vault, opened by another process. */
  another(): Promise<Vault>;
}

const [keyA, keyB] = ['01J0000000000000000000000K', '01J0000000000000000000000M'];
const use = (keyId: string, day: string, calls: number, refusals: number, lastAt: number) => ({
  keyId,
  day,
  calls,
  refusals,
  lastAt,
});

/** How the uses of API keys are counted. */
export function describeKeyUses({ vault, another }: Vaults): void {
  describe('uses of API keys', () => {
    const since = async (keyIds: readonly string[], from: string) =>
      [...(await vault().keyUses.since(keyIds, from))].sort((a, b) =>
        `${a.keyId}${a.day}`.localeCompare(`${b.keyId}${b.day}`),
      );

    test('are added up by key and day, from several processes', async () => {
      const other = await another();
      await vault().keyUses.add([use(keyA, '2026-11-20', 3, 1, 500), use(keyB, '2026-11-20', 1, 0, 200)], '2026-10-20');
      await Promise.all([
        vault().keyUses.add([use(keyA, '2026-11-20', 2, 2, 400)], '2026-10-20'),
        other.keyUses.add([use(keyA, '2026-11-20', 10, 0, 900), use(keyA, '2026-11-21', 1, 0, 1_000)], '2026-10-20'),
      ]);
      expect(await since([keyA], '2026-11-01')).toEqual([
        use(keyA, '2026-11-20', 15, 3, 900),
        use(keyA, '2026-11-21', 1, 0, 1_000),
      ]);
      expect(await since([keyA, keyB], '2026-11-20')).toHaveLength(3);
    });

    test('are read from a day on, and none for unknown keys', async () => {
      await vault().keyUses.add([use(keyA, '2026-11-20', 1, 0, 1), use(keyA, '2026-11-21', 2, 0, 2)], '2026-10-20');
      expect(await since([keyA], '2026-11-21')).toEqual([use(keyA, '2026-11-21', 2, 0, 2)]);
      expect(await since([keyB], '2026-11-01')).toEqual([]);
      expect(await since([], '2026-11-01')).toEqual([]);
    });
  });
}
