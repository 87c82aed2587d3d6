import type { ActivityRow } from '@dayline/contracts/activity';
import type { DisplayEvent } from '@dayline/contracts/events/displays';
import type { ImportEvent } from '@dayline/contracts/events/imports';
import type { ClientEvent } from '@dayline/contracts/events/organisation';
import type { DoctorEvent, PatientEvent } from '@dayline/contracts/events/people';
import { rupeesOf } from '@dayline/contracts/fields/money';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { unreachable } from '@dayline/contracts/unreachable';
import { phrase } from '@dayline/contracts/words/english';
import { branchOf, doctorOf, type Names, patientOf } from './names.ts';

export function wordsOfDoctor(event: DoctorEvent, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'DoctorAdded':
      return phrase('doctorAdded', doctorOf(row, names));
    case 'DoctorProfileRevised':
      return phrase('profileRevised', doctorOf(row, names));
    case 'DoctorBranchSet':
      return phrase('branchSet', doctorOf(row, names), branchOf(event.data.branchId, names));
    case 'ProfilePhotoChanged':
      return phrase('photoChanged', doctorOf(row, names));
    case 'MeetingLinkSet':
      return phrase('linkSet', doctorOf(row, names));
    case 'ConsultationFeeSet':
      return phrase('feeSet', doctorOf(row, names), rupeesOf(event.data.fee));
    case 'DoctorOnRequestSet': {
      const { sentence } = event.data;
      const doctor = doctorOf(row, names);
      return sentence === null ? phrase('onRequestEnded', doctor) : phrase('onRequestSet', doctor, sentence);
    }
    case 'FeeRulesSet':
      return phrase('feeRulesSet', doctorOf(row, names), event.data.feeRules?.rules.length ?? null);
    case 'RoomSet':
      return phrase('roomSet', doctorOf(row, names), event.data.room);
    case 'DoctorEmailVerified':
      return phrase('emailVerified', doctorOf(row, names));
    case 'DoctorAccountActivated':
      return phrase('signUpCompleted', doctorOf(row, names));
    default:
      return unreachable(event);
  }
}

export function wordsOfDisplay(event: DisplayEvent): Phrase {
  switch (event.type) {
    case 'DisplayAdded':
      return phrase('displayAdded', event.data.name, event.data.pocIds.length);
    case 'DisplayLinkMade':
      return phrase('displayLinkMade', event.data.name);
    case 'DisplayPaired':
      return phrase('displayPaired', event.data.name);
    case 'DisplayRevoked':
      return phrase('displayRevoked', event.data.name);
    default:
      return unreachable(event);
  }
}

export function wordsOfPatient(event: PatientEvent, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'PatientRegistered':
      return phrase('patientRegistered', patientOf(row, names));
    case 'PatientDetailsCorrected':
      return patientCorrected(row, names);
    case 'PatientRemovalStarted':
      return phrase('patientRemovalStarted', patientOf(row, names));
    case 'PatientKept':
      return phrase('patientKept', patientOf(row, names));
    case 'PatientErased':
      return phrase('patientErased', event.data.reason ?? null);
    case 'PastVisitNoted':
      return phrase('pastVisitNoted', patientOf(row, names), phrase('date', event.data.date));
    case 'PastVisitWithdrawn':
      return phrase('pastVisitWithdrawn', patientOf(row, names));
    default:
      return unreachable(event);
  }
}

export function wordsOfImport(event: ImportEvent): Phrase {
  switch (event.type) {
    case 'ImportStarted':
      return phrase('importStarted', event.data.what, event.data.rows);
    case 'ImportAdvanced':
      return phrase('importAdvanced', event.data.done);
    case 'ImportSettled':
      return phrase('importSettled', event.data.ended);
    case 'ImportBackStarted':
      return phrase('importBackStarted');
    case 'ImportBackAdvanced':
      return phrase('importBackAdvanced', event.data.done);
    case 'ImportBackSettled':
      return phrase('importBackSettled');
    default:
      return unreachable(event);
  }
}

export function wordsOfClient({ type, data }: ClientEvent): Phrase {
  switch (type) {
    case 'ClientOnboarded':
      return phrase('clientSetUp', data.name);
    case 'ClientRenamed':
      return phrase('clientRenamed', data.name);
    case 'ClientZoneChanged':
      return phrase('zoneChanged', data.zone);
    case 'ClientLinkHostChanged':
      return phrase('linkHostChanged', data.meetingLinkHost);
    case 'BookingEmailRuleSet':
      return phrase('bookingEmailRuleSet', data.bookingNeedsEmail);
    case 'QueueOrderSet':
      return phrase('queueOrderSet', data.queueOrder);
    case 'ClientFeeRulesSet':
      return phrase('clientFeeRulesSet', data.feeRules?.rules.length ?? null);
    case 'OverbookingLimitSet':
      return phrase('overbookingLimitSet', data.overbookPerSlot);
    case 'BranchAdded':
      return phrase('branchAdded', data.name ?? data.id);
    default:
      return unreachable(type);
  }
}

function patientCorrected(row: ActivityRow, names: Names): Phrase {
  const [before, now] = [names.patientBefore(row), names.patient(row)];
  const isRenamed = before !== undefined && typeof now === 'string' && before !== now;
  return isRenamed ? phrase('patientRenamed', before, now) : phrase('patientCorrected', patientOf(row, names));
}
