import { refuse } from '@dayline/contracts/errors';
import type { ClientEvent, ClientSettings } from '@dayline/contracts/events/organisation';
import { canonicalJson } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, RecordedFact } from '../command-handler/decider.ts';

export type ClientState = ClientSettings | null;

export type ClientCommand =
  | { readonly kind: 'onboard'; readonly settings: ClientSettings }
  | { readonly kind: 'changeSettings'; readonly settings: ClientSettings };

export const client: Decider<ClientState, ClientCommand, ClientEvent> = {
  initial: null,
  evolve: (state, events) => events.reduce(evolveOne, state),
  decide(state, { kind, settings }) {
    const fault = faultOf(settings);
    if (fault) return refuse('request.invalid', { message: fault.message, details: { fields: [fault] } });
    if (kind === 'onboard') return state ? refuse('value.taken') : [{ type: 'ClientOnboarded', data: settings }];
    if (!state) return refuse('access.foreign');
    if (canonicalJson(state) === canonicalJson(settings)) return [];
    return [{ type: 'ClientSettingsChanged', data: settings }];
  },
};

function evolveOne(_state: ClientState, event: RecordedFact<ClientEvent>): ClientState {
  switch (event.type) {
    case 'ClientOnboarded':
    case 'ClientSettingsChanged':
      return event.data;
    default:
      return unreachable(event);
  }
}

function faultOf({ name, zone, meetingLinkHost, branches }: ClientSettings): { field: string; message: string } | null {
  if (name.trim() === '') return { field: 'name', message: 'Name is required.' };
  if (!isZone(zone)) return { field: 'zone', message: 'There is no such time zone.' };
  if (!meetingLinkHost.startsWith('https://') || meetingLinkHost.endsWith('/')) {
    return { field: 'meetingLinkHost', message: 'The host must begin with https:// and end without a slash.' };
  }
  const ids = branches.map((branch) => branch.id);
  return new Set(ids).size === ids.length ? null : { field: 'branches', message: 'Two branches have the same id.' };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
