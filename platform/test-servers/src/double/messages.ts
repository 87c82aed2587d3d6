/** The double's answers, built with the client's generated stubs. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status as grpcStatus, Metadata } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Answer, Expected, Kept, Proposed } from './store.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (name: Uint8Array | string): string => Buffer.from(name).toString('utf8');
const ticksPerMs = 10_000n;

type Identified = { getStreamIdentifier(): { getStreamName(): Uint8Array | string } | undefined } | undefined;
export const streamOf = (options: Identified): string => textOf(options?.getStreamIdentifier()?.getStreamName() ?? '');

type ProposedMessage = Pick<
  BatchAppendReq.ProposedMessage,
  'getId' | 'getMetadataMap' | 'getData_asU8' | 'getCustomMetadata_asU8'
>;
export function proposedOf(message: ProposedMessage): Proposed {
  const map = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: map.get('type') ?? '',
    contentType: map.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** The expected revision from a batch or single append. */
export function expectedOf(options: {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
  getStreamPosition?(): string;
  getRevision?(): string;
}): Expected {
  if (options.hasNoStream()) return 'noStream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'streamExists';
  return Number(options.getStreamPosition?.() ?? options.getRevision?.());
}

export function eventMessage(event: Kept): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(new shared.UUID().setString(event.id));
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(bytes(event.stream)));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.commit)).setPreparePosition(String(event.prepare));
  recorded.setData(event.data).setCustomMetadata(event.metadata);
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', String(BigInt(event.created.getTime()) * ticksPerMs));
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.commit));
  return new streams.ReadResp().setEvent(read);
}

export function confirmationMessage(): ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID());
  return new streams.ReadResp().setConfirmation(confirmation);
}

/** Sent at intervals while a filter leaves events out. */
export function checkpointMessage({ commit, prepare }: Kept): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(commit))
    .setPreparePosition(String(prepare));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export const caughtUpMessage = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export function streamNotFoundMessage(stream: string): ReadResp {
  const identifier = new shared.StreamIdentifier().setStreamName(bytes(stream));
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier),
  );
}

const positionMessage = ({ commit, prepare }: Kept) =>
  new shared.AllStreamPosition().setCommitPosition(String(commit)).setPreparePosition(String(prepare));

/** The refusal of one append in a batch: a status in the answer whose kind is the packed type. */
function refusal(message: string, typeName: string, details: { serializeBinary(): Uint8Array }) {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), typeName);
  return new status.Status().setMessage(message).setDetails(packed);
}

function conflictMessage(actual: number, expected: Expected) {
  const conflict = new shared.WrongExpectedVersion();
  if (actual >= 0) conflict.setCurrentStreamRevision(String(actual));
  else conflict.setCurrentNoStream(new empty.Empty());
  if (expected === 'any') conflict.setExpectedAny(new empty.Empty());
  else if (expected === 'noStream') conflict.setExpectedNoStream(new empty.Empty());
  else if (expected === 'streamExists') conflict.setExpectedStreamExists(new empty.Empty());
  else conflict.setExpectedStreamPosition(String(expected));
  return conflict;
}

export function batchAnswer(
  correlationId: ReturnType<BatchAppendReq['getCorrelationId']>,
  stream: string,
  expected: Expected,
  answer: Answer | { readonly kind: 'notReady' },
): BatchAppendResp {
  const message = new streams.BatchAppendResp();
  message.setCorrelationId(correlationId);
  message.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(bytes(stream)));
  switch (answer.kind) {
    case 'appended': {
      const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(answer.last?.revision ?? 0));
      if (answer.last) success.setPosition(positionMessage(answer.last));
      return message.setSuccess(success);
    }
    case 'conflict': {
      const details = conflictMessage(answer.actual, expected);
      return message.setError(refusal('', 'event_store.client.WrongExpectedVersion', details));
    }
    case 'deleted':
      return message.setError(refusal('', 'event_store.client.StreamDeleted', new shared.StreamDeleted()));
    case 'tooLarge': {
      const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(answer.most);
      return message.setError(refusal('', 'event_store.client.MaximumAppendSizeExceeded', details));
    }
    case 'notReady':
      return message.setError(refusal('Server Is Not Ready', 'google.protobuf.Empty', new empty.Empty()));
  }
}

/** The answer to a single append with its own credentials; refusals other than conflicts are errors. */
export function singleAnswer(answer: Answer) {
  const message = new streams.AppendResp();
  if (answer.kind === 'conflict') {
    const conflict = new streams.AppendResp.WrongExpectedVersion();
    if (answer.actual >= 0) conflict.setCurrentRevision(String(answer.actual));
    else conflict.setCurrentNoStream(new shared.Empty());
    return message.setWrongExpectedVersion(conflict);
  }
  if (answer.kind !== 'appended') return null;
  const success = new streams.AppendResp.Success().setCurrentRevision(String(answer.last?.revision ?? 0));
  if (answer.last) {
    const { commit, prepare } = answer.last;
    const position = new streams.AppendResp.Position();
    success.setPosition(position.setCommitPosition(String(commit)).setPreparePosition(String(prepare)));
  }
  return message.setSuccess(success);
}

/** The newer line's answer to an append that is too large: the whole call fails, including the other appends in it. */
export const exhausted = {
  code: grpcStatus.RESOURCE_EXHAUSTED,
  details: 'Received message exceeds the maximum configured message size.',
};

/** Errors of whole calls; a header names the kind. */
export function callError(exception: 'stream-deleted' | 'maximum-append-size-exceeded', stream: string, most = 0) {
  const metadata = new Metadata();
  metadata.set('exception', exception);
  metadata.set('stream-name', stream);
  metadata.set('maximum-append-size', String(most));
  return { code: grpcStatus.FAILED_PRECONDITION, details: exception, metadata };
}
