import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { streamKey } from '@dayline/contracts/events/categories';
import { patientNoteTypes } from '@dayline/contracts/events/people';
import { searchText } from '@dayline/contracts/fold';
import { bornKeysOf } from '@dayline/contracts/patients/duplicates';
import {
  correctedPerson,
  detailsIn,
  detailsOfPerson,
  erasedPerson,
  withoutRecord,
  withRecord,
} from '@dayline/contracts/patients/person';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { type Change, changed, type EventOfType, ignored, mustExist, type View } from '../projection.ts';

/** The text by which a patient is found, with the former names and numbers of the person. */
export const patientSearchOf = (
  { name, phone, uhid }: Pick<PatientDetails, 'name' | 'phone' | 'uhid'>,
  former?: string,
): string => joined(searchText(name, phone, uhid), former);

const joined = (text: string, former: string | undefined): string =>
  former === undefined ? text : `${text}\n${former}`;

const searchOf = (details: PatientDetails, former?: string) => ({
  search: joined(searchText(details.name, details.phone, details.email, details.location, details.uhid), former),
  patientSearch: patientSearchOf(details, former),
});

const withBornKeys = (row: PatientRow): PatientRow => ({ ...row, ...bornKeysOf(row.clientId, row) });

/** The person after a merge; the details that stand are the row's own fields. */
function mergedRow(row: PatientRow, event: EventOfType<'PatientMerged'>): PatientRow {
  const { data, metadata, id: eventId } = event;
  const { recordedAt: mergedAt, actor } = metadata;
  const before = row.person ?? { own: detailsIn(row), merged: [] };
  const person = withRecord(before, data, { mergedAt, mergedBy: actor.name, eventId });
  const details = detailsOfPerson(person);
  const former = joined(
    row.former ?? searchText(row.name, row.phone, row.uhid),
    searchText(data.name, data.phone, data.uhid),
  );
  return withBornKeys(changed(row, event, { ...details, ...searchOf(details, former), person, former }));
}

/** The person after a split: without merged records the row is as before the first merge, but for corrections. */
function splitRow(row: PatientRow, event: EventOfType<'PatientUnmerged'>): PatientRow {
  const { person: before, former: _, ...kept } = row;
  if (!before) return row;
  const others: PatientRow = kept;
  const person = withoutRecord(before, event.data.mergeId);
  const details = detailsOfPerson(person);
  if (person.merged.length === 0) return withBornKeys(changed(others, event, { ...details, ...searchOf(details) }));
  const { own, merged } = person;
  const names = [own, ...merged.map((record) => record.details)];
  const former = names.map(({ name, phone, uhid }) => searchText(name, phone, uhid)).join('\n');
  return withBornKeys(changed(others, event, { ...details, ...searchOf(details, former), person, former }));
}

/** The row after the patient's word about messages, also in the row of a merged record. */
const chosen: Change<PatientRow, EventOfType<'MessagesDeclined' | 'MessagesAccepted'>> = {
  fold(row, event) {
    const { position: at, type, metadata } = event;
    const messageChoice = { accepted: type === 'MessagesAccepted', at, since: metadata.recordedAt, by: metadata.actor };
    return changed(mustExist(row, event), event, { messageChoice });
  },
};

/** The row of a record after a merge or a split that is in its stream. */
export function afterMerge(row: PatientRow, event: EventOfType<'PatientMerged' | 'PatientUnmerged'>): PatientRow {
  const isMergedRecord = streamKey(event.stream) === event.data.patientId;
  if (event.type === 'PatientMerged') {
    if (!isMergedRecord) return mergedRow(row, event);
    return changed(row, event, { erased: true, mergedInto: event.data.into, patientSearch: '' });
  }
  if (!isMergedRecord) return splitRow(row, event);
  const { mergedInto: _, ...others } = row;
  return changed(others, event, { erased: false, ...searchOf(row) });
}

/** One record of a person at one client; null fields once erased. Key: the patient's id. */
export const patients: View<PatientRow, 'patient'> = {
  name: 'patients',
  copied: true,
  indexes: [
    { name: 'byPhone', fields: ['phone', 'clientId'], neededByFold: true },
    { name: 'byBornFirst', fields: ['bornFirst'], neededByFold: true },
    { name: 'byBornLast', fields: ['bornLast'], neededByFold: true },
    { name: 'bySearch', fields: ['clientId', 'erased', 'search', 'key', 'patientSearch'] },
  ],
  searched: [
    { field: 'search', within: 'clientId' },
    { field: 'patientSearch', within: 'clientId' },
  ],
  people: { field: 'patientSearch', within: 'clientId' },
  changes: {
    PatientRegistered: {
      fold(_, { data, position, metadata }, key) {
        const details = detailsIn(data);
        return {
          key,
          at: position,
          registeredAt: metadata.recordedAt,
          clientId: data.clientId,
          ...details,
          ...searchOf(details),
          ...bornKeysOf(data.clientId, details),
          erased: false,
        };
      },
    },
    PatientDetailsCorrected: {
      fold(row, event) {
        const before = mustExist(row, event);
        const details = { ...detailsIn(before), ...event.data };
        const person = before.person && { person: correctedPerson(before.person, event.data) };
        return withBornKeys(changed(row, event, { ...details, ...searchOf(details, before.former), ...person }));
      },
    },
    PatientErased: {
      fold(row, event) {
        const { former: _, person, ...before } = mustExist(row, event);
        const emptyFields = { ...noDetails, ...searchOf(noDetails), bornFirst: null, bornLast: null, erased: true };
        return changed(before, event, { ...emptyFields, ...(person && { person: erasedPerson(person) }) });
      },
    },
    PatientMerged: { fold: (row, event) => afterMerge(mustExist(row, event), event) },
    PatientUnmerged: { fold: (row, event) => afterMerge(mustExist(row, event), event) },
    MessagesDeclined: chosen,
    MessagesAccepted: chosen,
    MessageLanguageSet: {
      fold(row, event) {
        const { language } = event.data;
        return changed(mustExist(row, event), event, { messageLanguage: { language, at: event.position } });
      },
    },
    ...ignored(...patientNoteTypes),
  },
};
