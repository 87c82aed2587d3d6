import { type Slice, signedIn } from './answer.ts';

/** Who is signed in, and the clients to sign in to (specification, section 7, "Session and login"). */
export const sessionSlice: Slice<'validateSession' | 'listClients'> = {
  /** Names come from the views, so that a renamed client shows at once. */
  async validateSession(_request, { directory }, context) {
    const identity = signedIn(context);
    const client = directory.client(identity.clientId);
    const doctor = identity.pocId === null ? null : directory.doctor(identity.pocId);
    return {
      body: {
        user: {
          ...identity,
          clientName: client?.name ?? identity.clientName,
          zone: client?.zone ?? identity.zone,
          pocName: doctor?.name ?? identity.pocName,
        },
      },
    };
  },

  async listClients(_request, { directory }) {
    return { body: directory.clients().map((client) => ({ Client_ID: client.key, Client_Name: client.name })) };
  },
};
