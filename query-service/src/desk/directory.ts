import { byFold } from '@dayline/contracts/fold';
import type { Position } from '@dayline/contracts/ids';
import type { DeskViews } from '@dayline/contracts/views';
import type { CalendarRow, ClientRow, DepartmentRow, DoctorRow } from '@dayline/contracts/views/directory';
import type { Desk } from './desk.ts';

/**
 * One client's names and schedules, joined to other rows when reading. A doctor or department of another client is
 * answered like one that doesn't exist.
 */
export interface Directory {
  client(clientId: string): ClientRow | null;
  /** The hospital days. */
  calendar(clientId: string): CalendarRow | null;
  branch(branchId: number): ClientRow['branches'][number] | null;
  department(departmentId: string): DepartmentRow | null;
  doctor(pocId: string): DoctorRow | null;
  /** By name. */
  departmentsOf(clientId: string): readonly DepartmentRow[];
  /** By name. */
  doctorsOf(clientId: string): readonly DoctorRow[];
  /** By the department's name, then by their own. */
  doctorsByDepartment(clientId: string): readonly DoctorOfDepartment[];
}

export interface DoctorOfDepartment {
  readonly doctor: DoctorRow;
  /** '' if the department is unknown. */
  readonly departmentName: string;
}

/** The directories of all clients. Names are read from the directory of one client only. */
export interface Directories {
  of(clientId: string): Directory;
  /** By name: the clients offered for sign-in. */
  clients(): readonly ClientRow[];
  clientOf(kind: 'doctor' | 'department', id: string): string | null;
}

const copied = ['clients', 'calendars', 'departments', 'doctors'] as const;

const byName = <Row extends { name: string; key: string }>(rows: Iterable<Row>): readonly Row[] =>
  [...rows].sort(
    byFold(
      ({ name }) => name,
      ({ key }) => key,
    ),
  );

type DirectoryRow = DepartmentRow | DoctorRow | DoctorOfDepartment;

/** The sources of a directory; its lists are sorted at first use. */
export interface DirectoryRows {
  readonly clients: Map<string, ClientRow>;
  readonly calendars: Map<string, CalendarRow>;
  readonly departments: Map<string, DepartmentRow>;
  readonly doctors: Map<string, DoctorRow>;
  readonly sorted: Map<string, readonly DirectoryRow[]>;
}

const emptyRows = (): DirectoryRows => ({
  clients: new Map(),
  calendars: new Map(),
  departments: new Map(),
  doctors: new Map(),
  sorted: new Map(),
});

const ofClient = <Row extends { clientId: string; name: string; key: string }>(
  map: ReadonlyMap<string, Row>,
  clientId: string,
) => byName([...map.values()].filter((row) => row.clientId === clientId));

/** @param rows called for each look-up */
export function directoryOf(rows: () => DirectoryRows, ownClient: string): Directory {
  /** All clients' directories share the lists: only those of one client are computed and kept. */
  function once<Row extends DirectoryRow>(listName: string, id: string, list: () => readonly Row[]): readonly Row[] {
    if (id !== ownClient) return [];
    const { sorted } = rows();
    const key = `${listName}:${id}`;
    const existing = sorted.get(key);
    // Cast is safe: the key names the view, so the value is of that view.
    if (existing) return existing as readonly Row[];
    const newRows = list();
    sorted.set(key, newRows);
    return newRows;
  }
  const own = <Row extends { readonly clientId: string }>(row: Row | undefined): Row | null =>
    row?.clientId === ownClient ? row : null;
  /** A doctor's specialization is the department's name, also once that has changed. */
  function withDepartment(doctor: DoctorRow): DoctorRow {
    const name = rows().departments.get(doctor.departmentId)?.name ?? doctor.specialization;
    return name === doctor.specialization ? doctor : { ...doctor, specialization: name };
  }
  function doctorAt(id: string): DoctorRow | null {
    const doctor = own(rows().doctors.get(id));
    return doctor && withDepartment(doctor);
  }
  const directory: Directory = {
    client: (id) => (id === ownClient ? (rows().clients.get(id) ?? null) : null),
    branch: (branchId) =>
      rows()
        .clients.get(ownClient)
        ?.branches.find(({ id }) => id === branchId) ?? null,
    calendar: (id) => own(rows().calendars.get(id)),
    department: (id) => own(rows().departments.get(id)),
    doctor: doctorAt,
    departmentsOf: (id) => once('departments', id, () => ofClient(rows().departments, id)),
    doctorsOf: (id) => once('doctors', id, () => ofClient(rows().doctors, id).map(withDepartment)),
    doctorsByDepartment: (id) =>
      once('doctorsByDepartment', id, () =>
        directory
          .doctorsOf(id)
          .map((doctor) => ({ doctor, departmentName: directory.department(doctor.departmentId)?.name ?? '' }))
          // The sort is stable: within a department, doctors stay sorted by name.
          .sort(
            byFold(
              ({ departmentName }) => departmentName,
              ({ doctor }) => doctor.departmentId,
            ),
          ),
      ),
  };
  return directory;
}

const directoriesOf = (rows: () => DirectoryRows): Directories => ({
  of: (clientId) => directoryOf(rows, clientId),
  clients: () => byName(rows().clients.values()),
  clientOf: (kind, id) => rows()[`${kind}s`].get(id)?.clientId ?? null,
});

/** An in-memory copy of the clients, departments and doctors, updated with the changes of the views. */
export class DirectoryCopy {
  readonly #desk: Desk;
  readonly #start: Position;
  readonly #directories: Directories;
  #rows = emptyRows();
  #position: Position | null = null;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(desk: Desk, start: Position) {
    this.#desk = desk;
    this.#start = start;
    this.#directories = directoriesOf(() => this.#rows);
  }

  /** The copy, at position `wanted` or later. */
  async upTo(target: Position): Promise<Directories> {
    if (this.#position !== null && this.#position === target) return this.#directories;
    // Reads run one after another, even if the previous one failed: its caller gets that failure.
    const refresh = () => this.#refreshUnlessPast(target);
    this.#refreshing = this.#refreshing.then(refresh, refresh);
    await this.#refreshing;
    return this.#directories;
  }

  /** The views were rebuilt: the next caller gets their new content. */
  forget(): void {
    const forget = () => {
      this.#position = null;
    };
    forget();
    // A read in progress may have started in the old views.
    this.#refreshing = this.#refreshing.then(forget, forget);
  }

  /** A caller that read the checkpoint earlier may arrive later: the copy never moves back. */
  async #refreshUnlessPast(target: Position): Promise<void> {
    const position = this.#position;
    if (position !== null && target < position && (await this.#desk.position()) >= position) return;
    await this.#refresh(target);
  }

  async #refresh(target: Position): Promise<void> {
    const from = this.#position;
    if (from !== null && target === from) return;
    // A checkpoint that moved back means that the views were rebuilt.
    if (from === null || target < from) {
      const isEmpty = from === null && target === this.#start && (await this.#desk.position()) === this.#start;
      return isEmpty ? undefined : this.#reload();
    }
    const changes = await this.#desk.changed(from, target);
    if (!changes) return this.#reload();
    for (const view of copied) {
      for (const row of changes[view]) put(this.#rows, view, row);
      if (changes[view].length > 0) this.#rows.sorted.clear();
    }
    this.#position = target;
  }

  /** Callers that have the copy read the old rows until the new ones are complete. */
  async #reload(): Promise<void> {
    const at = await this.#desk.position();
    const rows = emptyRows();
    for (const view of copied) for await (const row of this.#desk.scan(view)) put(rows, view, row);
    this.#rows = rows;
    this.#position = at;
  }
}

function put<View extends (typeof copied)[number]>(rows: DirectoryRows, view: View, row: DeskViews[View]): void {
  // Cast is safe: each view's rows go into the map of the same name.
  const map = rows[view] as unknown as Map<string, DeskViews[View]>;
  const current = map.get(row.key);
  if (current && current.at > row.at) return;
  if (row.gone) map.delete(row.key);
  else map.set(row.key, row);
}
