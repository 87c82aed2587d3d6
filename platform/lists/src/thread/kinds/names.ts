import { titledName } from '@dayline/contracts/doctors';
import { fold } from '@dayline/contracts/fold';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { RowProblem } from '../cells/cell.ts';
import type { Client } from './row-kind.ts';

/** A client's doctors, found by email address, external id or name. */
export class DoctorNames {
  readonly #doctors: Promise<readonly DoctorRow[]>;

  constructor({ records, clientId }: Client) {
    this.#doctors = records.doctors(clientId);
    // The first caller gets the failure.
    this.#doctors.catch(() => undefined);
  }

  all(): Promise<readonly DoctorRow[]> {
    return this.#doctors;
  }

  /** @throws RowProblem if there is none, or several */
  async find(name: string | null, email: string | null): Promise<DoctorRow> {
    const doctors = await this.#doctors;
    if (email !== null) {
      const match = doctors.find((doctor) => doctor.email?.toLowerCase() === email.toLowerCase());
      if (!match) throw new RowProblem('doctorEmail', 'doctor.unknown');
      if (name !== null && name !== '' && !hasNameOrId(match, name)) throw new RowProblem('doctor', 'doctor.other');
      return match;
    }
    const input = name ?? '';
    const byId = doctors.find(({ externalId }) => externalId !== null && fold(externalId) === fold(input));
    const [found = byId, ...others] = doctors.filter((doctor) => hasName(doctor, input));
    if (!found) throw new RowProblem('doctor', 'doctor.unknown');
    if (others.length > 0) throw new RowProblem('doctor', 'doctor.several');
    return found;
  }
}

const hasName = ({ name }: DoctorRow, input: string): boolean =>
  fold(name) === fold(input) || fold(name) === fold(titledName(input));
const hasNameOrId = (doctor: DoctorRow, input: string): boolean =>
  hasName(doctor, input) || (doctor.externalId !== null && fold(doctor.externalId) === fold(input));

/** A client's departments, found by name. */
export class DepartmentNames {
  readonly #client: Client;
  #ids: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @throws RowProblem if there is none */
  async find(name: string, field: 'department' | 'alsoIn' = 'department'): Promise<string> {
    const { records, clientId } = this.#client;
    this.#ids ??= records.departments(clientId).then((rows) => new Map(rows.map((row) => [fold(row.name), row.key])));
    const found = (await this.#ids).get(fold(name));
    if (found === undefined) throw new RowProblem(field, 'department.unknown');
    return found;
  }
}
