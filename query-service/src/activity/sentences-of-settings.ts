import type { ActivityRow } from '@dayline/contracts/activity';
import type { ClientEvent } from '@dayline/contracts/events/organisation';
import type { DoctorEvent, PatientEvent } from '@dayline/contracts/events/people';
import type { WithoutSentence } from '@dayline/contracts/events/table';
import { rupeesOf } from '@dayline/contracts/fields/money';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { messageKinds } from '@dayline/contracts/patients/messages';
import { unreachable } from '@dayline/contracts/unreachable';
import { phrase } from '@dayline/contracts/words/english';
import { branchOf, doctorOf, type Names, patientOf } from './names.ts';

export function wordsOfDoctor(event: WithoutSentence<DoctorEvent>, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'DoctorBranchSet':
      return phrase('branchSet', doctorOf(row, names), branchOf(event.data.branchId, names));
    case 'ConsultationFeeSet':
      return phrase('feeSet', doctorOf(row, names), rupeesOf(event.data.fee));
    case 'DoctorOnRequestSet': {
      const { sentence } = event.data;
      const doctor = doctorOf(row, names);
      return sentence === null ? phrase('onRequestEnded', doctor) : phrase('onRequestSet', doctor, sentence);
    }
    case 'DoctorLeft':
      return phrase('doctorLeft', doctorOf(row, names), phrase('date', event.data.from));
    case 'FeeRulesSet':
      return phrase('feeRulesSet', doctorOf(row, names), event.data.feeRules?.rules.length ?? null);
    default:
      return unreachable(event);
  }
}

export function wordsOfPatient(event: WithoutSentence<PatientEvent>, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'PatientDetailsCorrected':
      return patientCorrected(row, names);
    case 'PatientErased':
      return phrase('patientErased', event.data.reason ?? null);
    case 'PastVisitNoted':
      return phrase('pastVisitNoted', patientOf(row, names), phrase('date', event.data.date));
    default:
      return unreachable(event);
  }
}

export function wordsOfClient({ type, data }: WithoutSentence<ClientEvent>, names: Names): Phrase {
  switch (type) {
    case 'ClientFeeRulesSet':
      return phrase('clientFeeRulesSet', data.feeRules?.rules.length ?? null);
    case 'MessagesSet':
      return phrase('messagesSet', ...messageKinds.filter((kind) => data.messages[kind]));
    case 'BranchAdded':
      return phrase('branchAdded', data.name ?? data.id);
    case 'BranchClosed':
      return phrase('branchClosed', names.branch(data.id) ?? data.id);
    case 'BranchReopened':
      return phrase('branchReopened', names.branch(data.id) ?? data.id);
    default:
      return unreachable(type);
  }
}

function patientCorrected(row: ActivityRow, names: Names): Phrase {
  const [before, now] = [names.patientBefore(row), names.patient(row)];
  const isRenamed = before !== undefined && typeof now === 'string' && before !== now;
  return isRenamed ? phrase('patientRenamed', before, now) : phrase('patientCorrected', patientOf(row, names));
}
