import { titledName } from '@dayline/contracts/doctors';
import { fold } from '@dayline/contracts/fold';
import type { DoctorRow } from '@dayline/contracts/views';
import { RowProblem } from '../rows/cell.ts';
import type { World } from './kind.ts';

/** A client's doctors, found by address, external id or name. */
export class DoctorNames {
  readonly #doctors: Promise<readonly DoctorRow[]>;

  constructor({ lists, clientId }: World) {
    this.#doctors = lists.doctors(clientId);
    // Whoever asks gets the failure.
    this.#doctors.catch(() => undefined);
  }

  all(): Promise<readonly DoctorRow[]> {
    return this.#doctors;
  }

  /** @throws RowProblem if there is none, or several */
  async of(name: string | null, email: string | null): Promise<DoctorRow> {
    const doctors = await this.#doctors;
    if (email !== null) {
      const found = doctors.find((doctor) => doctor.email?.toLowerCase() === email.toLowerCase());
      if (!found) throw new RowProblem('doctorEmail', 'doctor.unknown');
      if (name !== null && name !== '' && !isOf(found, name)) throw new RowProblem('doctor', 'doctor.other');
      return found;
    }
    const typed = name ?? '';
    const byId = doctors.find(({ externalId }) => externalId !== null && fold(externalId) === fold(typed));
    const named = doctors.filter((doctor) => isNamedAs(doctor, typed));
    const [found = byId, ...others] = named;
    if (!found) throw new RowProblem('doctor', 'doctor.unknown');
    if (others.length > 0) throw new RowProblem('doctor', 'doctor.several');
    return found;
  }
}

const isNamedAs = ({ name }: DoctorRow, typed: string): boolean =>
  fold(name) === fold(typed) || fold(name) === fold(titledName(typed));
const isOf = (doctor: DoctorRow, typed: string): boolean =>
  isNamedAs(doctor, typed) || (doctor.externalId !== null && fold(doctor.externalId) === fold(typed));

/** A client's departments, found by name. */
export class DepartmentNames {
  readonly #world: World;
  #ids: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** @throws RowProblem if there is none */
  async of(name: string): Promise<string> {
    const { lists, clientId } = this.#world;
    this.#ids ??= lists.departments(clientId).then((rows) => new Map(rows.map((row) => [fold(row.name), row.key])));
    const found = (await this.#ids).get(fold(name));
    if (found === undefined) throw new RowProblem('department', 'department.unknown');
    return found;
  }
}
