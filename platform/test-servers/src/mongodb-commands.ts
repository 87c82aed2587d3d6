import { BSON, type Document } from 'mongodb';

/** Its first field is the command's name, with its collection if it has one; `$db` is the database. */
export type SentCommand = Document;

/** MongoDB's message: length, two ids and the opcode as 32-bit integers; then flags and sections. */
const headerBytes = 16;
const opMsg = 2013;
const flagBytes = 4;

/**
 * Reads the commands that a driver sends on one connection, piece by piece; for `startTcpProxy`. The driver writes a
 * command's own document before the documents that it inserts. A handshake of the older form is ignored.
 */
export function readCommands(onCommand: (command: SentCommand) => void): (sent: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (sent) => {
    rest = Buffer.concat([rest, sent]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(message.length);
      if (message.readInt32LE(12) !== opMsg) continue;
      const start = headerBytes + flagBytes;
      if (message[start] !== 0) throw new Error('The message does not begin with its command.');
      const document = message.subarray(start + 1, start + 1 + message.readInt32LE(start + 1));
      onCommand(BSON.deserialize(document));
    }
  };
}
