import type { Queries } from './answer.ts';

/** The signed-in identity, and the clients offered for sign-in (specification, section 7, "Session and login"). */
export const sessionQueries: Queries<'validateSession' | 'listClients'> = {
  /** Names come from the views, so that a client's new name shows at once. */
  async validateSession(_request, { directory }, { identity }) {
    const client = directory.client(identity.clientId);
    const doctor = identity.pocId === null ? null : directory.doctor(identity.pocId);
    return {
      body: {
        user: {
          ...identity,
          clientName: client?.name ?? identity.clientName,
          zone: client?.zone ?? identity.zone,
          hasBranches: client ? client.branches.length > 0 : identity.hasBranches,
          pocName: doctor?.name ?? identity.pocName,
        },
      },
    };
  },

  async listClients(_request, { directory }) {
    return { body: directory.clients().map((client) => ({ Client_ID: client.key, Client_Name: client.name })) };
  },
};
