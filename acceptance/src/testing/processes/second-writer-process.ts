/**
 * A process that writes the files of a running product, in bursts, until its standard input ends. Argument: a client's
 * id. It prints `department <id>` and `patient <id>` for each department that it opened and each patient that it
 * erased.
 */

import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { atWork } from '@dayline/standalone/cli/workplace';

const [clientId = ''] = process.argv.slice(2);
const burst = 5;
const betweenMs = 150;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

function done<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`The second writer was refused: ${result.refused}`);
  return result;
}

await atWork(async ({ commands, by, finishErasures }) => {
  for (let turn = 0; !isOver; turn += 1) {
    for (let n = 0; n < burst; n += 1) {
      const name = `Ward ${turn}.${n}`;
      const { departmentId } = done(await commands.openDepartment({ name }, by(clientId)));
      print(`department ${departmentId}`);
    }
    if (turn % 5 === 0) {
      const phone = `9198${String(turn).padStart(8, '0')}`;
      const person = { name: `Second ${turn}`, phone, email: 's@x.example', location: 'Pune' };
      const { patientId } = done(await commands.savePatient(person, by(clientId)));
      done(await commands.erasePatient({ patientId }, by(clientId)));
      await finishErasures();
      print(`patient ${patientId}`);
    }
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
});
