import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import fc from 'fast-check';
import { changeOver, dropChange, holdChange, settleChange, usePendingChanges } from './pending-changes.ts';
import { withPending } from './rules.ts';

const settled = (appointmentId: string, position: string): number => {
  const id = holdChange(appointmentId, { Status: 'Availed' });
  settleChange(id, { position });
  return id;
};

beforeEach(() => usePendingChanges.setState({ changes: new Map(), own: new Set() }));

test('a desk that marks all day keeps the newest changes, and those in flight', () => {
  holdChange('in flight', { Status: 'Availed' });
  const ids = Array.from({ length: 60 }, (_, n) => settled(`row ${n}`, String(n)));
  const { changes, own } = usePendingChanges.getState();
  expect([changes.size, own.size]).toEqual([51, 50]);
  expect(['in flight', 'row 0', 'row 9', 'row 10', 'row 59'].map((id) => changes.has(id))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
  expect(['9', '10', '59'].map((position) => own.has(position))).toEqual([false, true, true]);
  dropChange(ids[59] ?? 0);
  expect(usePendingChanges.getState().changes.has('row 59')).toBe(false);
});

interface Row {
  readonly AppointmentId: 'a';
  readonly at: string;
  readonly Status: AppointmentStatus;
  readonly Payment_Status: PaymentStatus;
}
type Patch = Partial<Pick<Row, 'Status' | 'Payment_Status'>>;

interface Command {
  readonly patch: Patch;
  readonly isRefused: boolean;
  /** Another desk's change: this page only sees its row. */
  readonly isOthers: boolean;
}

const positionOf = (version: number): string => String(version).padStart(4, '0');

/** A server, a page and the connection between them, on which messages arrive in any order. */
class Line {
  readonly versions: Row[] = [
    { AppointmentId: 'a', at: positionOf(0), Status: 'Confirmed', Payment_Status: 'Pay_later' },
  ];
  row = this.first();
  private readonly pendingCommands: Command[];
  private readonly sent: { command: Command; id: number }[] = [];
  private readonly answers: { command: Command; id: number; version: number }[] = [];
  private readonly rows: Row[] = [];
  /** Own changes that are not refused, by id: the changed fields, and the version that contains them once known. */
  readonly own = new Map<number, { patch: Patch; version?: number }>();

  constructor(commands: readonly Command[]) {
    this.pendingCommands = [...commands];
  }

  private first(): Row {
    const [row] = this.versions;
    if (!row) throw new Error('A server has a row.');
    return row;
  }

  /** All possible next steps. */
  steps(): (() => void)[] {
    const steps = <Item>(list: Item[], items: readonly Item[], step: (item: Item) => void) =>
      items.map((item) => () => {
        list.splice(list.indexOf(item), 1);
        step(item);
      });
    return [
      // In this order; everything else in any order.
      ...steps(this.pendingCommands, this.pendingCommands.slice(0, 1), (command) => this.send(command)),
      ...steps(this.sent, this.sent, (request) => this.carryOut(request)),
      ...steps(this.answers, this.answers, (answer) => this.receive(answer)),
      ...steps(this.rows, this.rows, (row) => {
        if (row.at > this.row.at) this.row = row;
      }),
    ];
  }

  private send(command: Command): void {
    const id = command.isOthers ? 0 : holdChange('a', command.patch);
    if (!command.isOthers) this.own.set(id, { patch: command.patch });
    this.sent.push({ command, id });
  }

  private carryOut({ command, id }: { command: Command; id: number }): void {
    const version = this.versions.length;
    if (!command.isRefused) {
      const row = { ...(this.versions.at(-1) ?? this.first()), ...command.patch, at: positionOf(version) };
      this.versions.push(row);
      this.rows.push(row);
    }
    if (!command.isOthers) this.answers.push({ command, id, version });
  }

  private receive({ command, id, version }: { command: Command; id: number; version: number }): void {
    if (command.isRefused) {
      dropChange(id);
      this.own.delete(id);
    } else {
      settleChange(id, { position: positionOf(version) });
      this.own.set(id, { patch: command.patch, version });
    }
  }

  /**
   * The newest value of a field that the page can know: its own change in flight, or else the last version it has seen.
   */
  expected<Field extends keyof Patch>(field: Field): Row[Field] | undefined {
    const own = [...this.own.values()].filter(({ patch }) => patch[field] !== undefined);
    const newest = own.at(-1);
    if (newest && newest.version === undefined) return newest.patch[field];
    const known = Math.max(Number(this.row.at), ...own.map(({ version = 0 }) => version));
    return this.versions[known]?.[field];
  }

  shown(): Row | undefined {
    return withPending([this.row], usePendingChanges.getState().changes)[0];
  }
}

const patches = fc.oneof(
  fc.constantFrom<Patch>({ Status: 'Availed' }, { Status: 'Not_Availed' }, { Status: 'Confirmed' }),
  fc.constantFrom<Patch>({ Payment_Status: 'Paid' }, { Payment_Status: 'Pay_later' }),
);
const commands = fc.array(fc.record({ patch: patches, isRefused: fc.boolean(), isOthers: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

test('whatever order answers and rows come in, what is shown never goes back, and ends as the server has it', () => {
  fc.assert(
    fc.property(commands, fc.array(fc.nat(), { minLength: 16, maxLength: 16 }), (made, choices) => {
      usePendingChanges.setState({ changes: new Map(), own: new Set() });
      const line = new Line(made);
      for (let turn = 0; line.steps().length > 0; turn += 1) {
        const steps = line.steps();
        steps[(choices[turn % choices.length] ?? 0) % steps.length]?.();
        expect(line.shown()).toMatchObject({
          Status: line.expected('Status'),
          Payment_Status: line.expected('Payment_Status'),
        });
      }
      expect(line.shown()).toMatchObject({ ...line.versions.at(-1), at: line.row.at });
    }),
    { numRuns: 300 },
  );
});

test('an answer settles its own change alone', () => {
  const arrived = holdChange('a', { presence: { token: 0, arrivedAt: '09:00', call: null } });
  holdChange('a', { Status: 'Availed' });
  settleChange(arrived, { presence: { token: 7, arrivedAt: '09:00', call: null }, position: '0005' });
  const { changes } = usePendingChanges.getState();
  expect(changeOver(changes, 'a', '0001')).toEqual({
    Status: 'Availed',
    presence: { token: 7, arrivedAt: '09:00', call: null },
  });
  // The row with the arrival doesn't contain the mark, which is still in flight.
  expect(changeOver(changes, 'a', '0005')).toEqual({ Status: 'Availed' });
});
